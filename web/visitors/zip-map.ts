/** Pointing at a service marks its ZIP code on the map, and a click on the map leads to its first service. */
export function linkMap(): void {
  const results = document.getElementById('results');
  if (!results) return;
  const mark = (event: Event, on: boolean) => {
    const zip = event.target instanceof Element ? event.target.closest<HTMLElement>('li[data-zip]')?.dataset.zip : null;
    if (zip) results.querySelector(`.found[data-zip="${CSS.escape(zip)}"]`)?.classList.toggle('marked', on);
  };
  for (const name of ['pointerover', 'focusin']) results.addEventListener(name, (event) => mark(event, true));
  for (const name of ['pointerout', 'focusout']) results.addEventListener(name, (event) => mark(event, false));
  results.addEventListener('click', (event) => {
    const spot = event.target instanceof Element ? event.target.closest<SVGGElement>('.found') : null;
    const service = spot && results.querySelector(`li[data-zip="${CSS.escape(spot.dataset.zip ?? '')}"] a`);
    if (!(service instanceof HTMLElement)) return;
    service.focus();
    service.scrollIntoView({ block: 'center' });
  });
}
