import classes from './cut-text.module.css';

/** One line of text. If it is truncated, a tooltip shows all of it. */
export function CutText({ children }: { children: string }) {
  return (
    <span
      className={classes.cut}
      onPointerEnter={({ currentTarget: element }) => {
        element.title = element.scrollWidth > element.clientWidth ? children : '';
      }}
    >
      {children}
    </span>
  );
}
