import { fetchPage } from './fetch-page.ts';

/** Searches without reloading the page; the address follows, so that it can be shared and the Back button works. */
export function enhanceSearch(): void {
  const form = document.getElementById('search');
  const results = document.getElementById('results');
  const offline = document.getElementById('offline');
  if (!(form instanceof HTMLFormElement) || !results || !(offline instanceof HTMLTemplateElement)) return;
  let latest = 0;

  const load = async (address: string, push: boolean): Promise<void> => {
    const turn = ++latest;
    results.setAttribute('aria-busy', 'true');
    const answer = await fetchPage(address);
    // A later search is under way.
    if (turn !== latest) return;
    results.removeAttribute('aria-busy');
    const found = answer?.page.getElementById('results');
    if (!answer || !found) {
      results.replaceChildren(offline.content.cloneNode(true));
      results.querySelector('button')?.addEventListener('click', () => void load(address, push));
      return;
    }
    results.replaceChildren(...found.childNodes);
    const announced = document.getElementById('announced');
    if (announced) announced.textContent = results.querySelector('h2')?.textContent ?? '';
    for (const id of ['zip-error', 'searched', 'links']) {
      const [shown, now] = [document.getElementById(id), answer.page.getElementById(id)];
      if (now) shown?.replaceChildren(...now.childNodes);
    }
    if (push) history.pushState(null, '', address);
  };

  const addressOf = () => {
    const filled = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
    return `/services?${new URLSearchParams(filled)}`;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void load(addressOf(), true).then(() => {
      form.classList.remove('open');
      // On a phone the form has folded away, with its button.
      if (!form.checkVisibility()) results.querySelector('h2')?.focus();
    });
  });
  document.getElementById('searched')?.addEventListener('click', (event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    form.classList.add('open');
    form.querySelector('input')?.focus();
  });
  form.addEventListener('change', () => {
    // It folds once the search is sent, not after its first change.
    form.classList.add('open');
    void load(addressOf(), true);
  });
  results.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.pages a') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void load(link.href, true).then(() => {
      const heading = results.querySelector('h2');
      heading?.focus();
      heading?.scrollIntoView();
    });
  });
  window.addEventListener('popstate', () => location.reload());
}
