import classes from './cut-text.module.css';

/** One line of text. If it is truncated, a tooltip shows all of it. */
export function CutText({ children }: { children: string }) {
  return (
    <span
      className={classes.cut}
      // With every move, because the text can change under the pointer.
      onPointerMove={({ currentTarget: element }) => {
        element.title = element.scrollWidth > element.clientWidth ? children : '';
      }}
      onPointerLeave={({ currentTarget: element }) => element.removeAttribute('title')}
    >
      {children}
    </span>
  );
}
