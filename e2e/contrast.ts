import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

/**
 * What decides the contrast of a text: its color and size, and the colors behind it. A run checks each combination that
 * passed only once, because axe needs most of its time for contrast and most screens repeat the same texts. The workers
 * share what passed, a line each, in a folder that Playwright empties before a run.
 */
const passedFile = () => join(test.info().project.outputDir, 'contrast-passed.txt');

/** Texts whose contrast axe finds too low, in the page's present colors. A dialog hides the page below it. */
export async function findLowContrast(page: Page, coveringDialog: string): Promise<string[]> {
  const known = readFileSync(passedFile(), { encoding: 'utf8', flag: 'a+' }).split('\n');
  const { violations, proven } = await page.evaluate(checkContrast, { known, coveringDialog });
  appendFileSync(passedFile(), proven.map((combination) => `${combination}\n`).join(''));
  return violations;
}

/** Runs in the page. */
async function checkContrast({ known, coveringDialog }: { known: string[]; coveringDialog: string }) {
  const mark = 'data-check-contrast';
  // axe doesn't check them either.
  const unavailable = ':disabled, [aria-disabled="true"]';
  const visibly = { opacityProperty: true, visibilityProperty: true };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const isFloating = (element: Element) => ['absolute', 'fixed', 'sticky'].includes(styleOf(element).position);
  const backgroundOf = (element: Element) => {
    const { backgroundColor, backgroundImage } = styleOf(element);
    return backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
      ? ''
      : `${backgroundColor} ${backgroundImage}`;
  };
  const isOpaque = (element: Element) => /^rgb\(.* none$/.test(backgroundOf(element));

  /** The colors behind an element's text; undefined where its ancestors alone don't decide them. */
  function colorsBehind(element: Element): string | undefined {
    const colors: string[] = [];
    let box: Element | null = element;
    while (box && !isOpaque(box)) {
      if (isFloating(box)) return undefined;
      colors.push(backgroundOf(box));
      box = box.parentElement;
    }
    if (box) colors.push(backgroundOf(box));
    const isBetween = (layer: Element) => (!box || box.contains(layer)) && box !== layer && !layer.contains(element);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const touches = (layer: Element) => {
      const other = layer.getBoundingClientRect();
      return other.left < right && other.right > left && other.top < bottom && other.bottom > top;
    };
    return layers.some((layer) => isBetween(layer) && touches(layer)) ? undefined : colors.join('');
  }
  const isFaded = (element: Element): boolean =>
    styleOf(element).opacity !== '1' || (element.parentElement !== null && isFaded(element.parentElement));

  function combinationOf(element: Element): string | undefined {
    const colors = isFaded(element) ? undefined : colorsBehind(element);
    const { color, fontSize, fontWeight, textShadow } = styleOf(element);
    return colors && [color, fontSize, fontWeight, textShadow, colors].join(' ');
  }

  // An element that is half faded in has half its contrast.
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map((animation) => animation.finished));
  const isCovered = document.querySelector(coveringDialog) !== null;
  const hasText = (element: Element) =>
    element.matches('input:not([type="checkbox"], [type="radio"]), select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const knownOnes = new Set(known);
  const combinations = new Map<Element, string | undefined>();
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    // A text of one pixel is for screen readers.
    return element.checkVisibility(visibly) && width > 1 && height > 1;
  };
  const shown = [...document.body.querySelectorAll('*')].filter(isShown);
  const layers = shown.filter((element) => isFloating(element) && backgroundOf(element) !== '');
  for (const element of shown) {
    if (!hasText(element) || element.closest(isCovered ? `#root, ${unavailable}` : unavailable)) continue;
    const combination = combinationOf(element);
    if (combination !== undefined && knownOnes.has(combination)) continue;
    combinations.set(element, combination);
  }
  if (combinations.size === 0) return { violations: [], proven: [] };

  for (const element of combinations.keys()) element.setAttribute(mark, '');
  window.axe.configure({ rules: [{ id: 'color-contrast', selector: `[${mark}]` }] });
  const { violations, passes } = await window.axe.run(document, {
    runOnly: ['color-contrast'],
    resultTypes: ['violations', 'passes'],
    elementRef: true,
    selectors: false,
  });
  window.axe.configure({ rules: [{ id: 'color-contrast', selector: '*' }] });
  for (const element of combinations.keys()) element.removeAttribute(mark);
  const proven = passes.flatMap(({ nodes }) => nodes.map(({ element }) => element && combinations.get(element)));
  return {
    violations: violations.flatMap(({ nodes }) => nodes.map(({ html }) => `color-contrast: ${html}`)),
    proven: [...new Set(proven.filter((combination) => combination !== undefined))],
  };
}
