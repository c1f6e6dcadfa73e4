import { useEffect } from 'react';
import { focusPageHeading } from '../lib/page-heading.ts';

/** An element and the elements around it, innermost first, each with the place it had among its siblings. */
type Place = { element: Element; index: number }[];

/**
 * A row that goes, a button that is disabled and a dialog whose opener is gone leave the focus nowhere, and the next Tab
 * starts at the top of the page. Here it goes to what is nearest instead: the element itself where it is still of use,
 * the row that took its place, another control of the same card or tab, or else the heading of the page.
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
      // Dialogs and menus stand outside; whoever leaves them comes back to the page.
      if (document.getElementById('root')?.contains(target)) place = placeOf(target);
    }

    // Clicking on nothing gives the focus up on purpose; clicking on something is told by its focus.
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
      // A button that shows its work comes back, and an open dialog looks after its own.
      if (held.isConnected && held.matches('[data-loading]')) return;
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

/** What somebody who was here would expect to be at; undefined where nothing of the card or tab is left. */
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

/** A link or a button, of a row its first link. A field is none: the next key would be typed into it. */
function controlIn(element: Element): Element | undefined {
  const usable = [...element.querySelectorAll(controls)].filter(isUsable);
  return usable.find((control) => control.matches('[data-row-focus]')) ?? usable[0];
}
