import classes from './custom-messages.module.css';

/** A text with its variables highlighted, so that they don't read as words. */
export function MessageTemplateText({ text }: { text: string }) {
  return (
    <p className={`m-0 text-md line-22 anywhere pre-wrap ${classes.text}`}>
      {text.split(/(\{\w+\})/).map((part, index) =>
        /^\{\w+\}$/.test(part) ? (
          <span key={index} className={`round-xs text-sm tint ${classes.variable}`}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  );
}
