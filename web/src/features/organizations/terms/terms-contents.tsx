import { Anchor } from '@mantine/core';
import classes from './terms-contents.module.css';
import { termsSections } from './terms-sections.ts';

/** The table of contents of the terms. A link moves focus too, so that reading continues from there. */
export function TermsContents() {
  function read(id: string) {
    const heading = document.getElementById(id);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }

  return (
    <nav className={`px-md py-sm mb-xs mt-md card hovered ${classes.contents}`} aria-label="Contents">
      <ol>
        {termsSections.map((section) => (
          <li key={section.id}>
            <Anchor
              className="medium"
              href={`#${section.id}`}
              onClick={(event) => {
                event.preventDefault();
                read(section.id);
              }}
            >
              {section.title}
            </Anchor>
          </li>
        ))}
      </ol>
    </nav>
  );
}
