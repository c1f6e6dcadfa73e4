import { useEffect } from 'react';
import { focusPageHeading } from '../../lib/page-heading.ts';

/** An element and its ancestors, innermost first, each with its index among its siblings. */
type Place = { element: Element; index: number }[];

/**
 * Focus is lost when a row is removed, a button is disabled or a dialog's opener disappears, and the next Tab starts at
 * the top of the page. This hook moves it to the nearest place: the element itself if still usable, the row in its
 * place, another control of the same card or tab, or the page's heading.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let held: Element | null = null;
    let lost = false;
    let place: Place = [];

    function onFocus({ target }: FocusEvent) {
      if (!(target instanceof Element)) return;
      held = target;
      lost = false;
      // Dialogs and menus are outside the root; closing them returns to the page.
      if (document.getElementById('root')?.contains(target)) place = placeOf(target);
    }

    // Clicking an empty area drops focus on purpose; clicking a control fires its own focus event.
    function onPointerDown({ target }: PointerEvent) {
      if (!held?.contains(target as Node)) held = null;
    }

    function keep() {
      const active = document.activeElement;
      if (!held || (active && active !== document.body && isUsable(active))) return;
      if (isUsable(held)) {
        if (lost) focus(held);
        return;
      }
      lost = true;
      // A loading button becomes usable again, and an open dialog manages its own focus.
      if ([held, place[0]?.element].some((element) => element?.isConnected && element.matches('[data-loading]')))
        return;
      if (document.querySelector('[aria-modal="true"]')) return;
      const next = nearest(place);
      if (next) focus(next);
      else focusPageHeading();
    }

    const observer = new MutationObserver(keep);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'data-loading'],
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, []);
}

function focus(element: Element): void {
  (element as HTMLElement).focus({ preventScroll: true });
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && !element.closest('[data-leaving]');
}

function placeOf(target: Element): Place {
  const place: Place = [];
  for (let element: Element | null = target; element && element.tagName !== 'MAIN'; element = element.parentElement) {
    place.push({ element, index: Array.prototype.indexOf.call(element.parentElement?.children ?? [], element) });
  }
  return place;
}

/** The nearest usable control; undefined if nothing in the card or tab is left. */
function nearest(place: Place): Element | undefined {
  const [self] = place;
  if (self && isUsable(self.element)) return self.element;
  for (const [depth, { element }] of place.entries()) {
    if (!element.isConnected) continue;
    if (!element.closest('section, [role="tabpanel"]')) return undefined;
    const { index = 0 } = place[depth - 1] ?? {};
    const sibling = element.children[Math.min(index, element.children.length - 1)];
    const found = (sibling && controlIn(sibling)) ?? controlIn(element);
    if (found) return found;
  }
  return undefined;
}

const controls = '[data-row-focus], a[href], button:not([aria-current], [tabindex="-1"])';

/** A link or button; in a row, its first link. Never a field, because the next key would be typed into it. */
function controlIn(element: Element): Element | undefined {
  const usable = [...element.querySelectorAll(controls)].filter(isUsable);
  return usable.find((control) => control.matches('[data-row-focus]')) ?? usable[0];
}
