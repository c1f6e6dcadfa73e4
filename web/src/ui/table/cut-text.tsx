import classes from './cut-text.module.css';

/** One line of text. If it is truncated, at its end in any script, a tooltip shows all of it. */
export function CutText({ children }: { children: string }) {
  return (
    <span
      className={`cut block min-w-0 ${classes.cut}`}
      dir="auto"
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
