import classes from './cut-text.module.css';

/** One line of text. Where it has to be cut, the whole of it is in a tooltip. */
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
