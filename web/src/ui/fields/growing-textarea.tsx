import { Textarea, type TextareaProps } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './growing-textarea.module.css';

interface GrowingTextareaProps extends Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'style'> {
  minRows: number;
  /** It scrolls beyond this height; without it, it never scrolls. */
  maxRows?: number;
}

const browserGrowsIt = CSS.supports('field-sizing', 'content');

/** A box as tall as its text. Mantine's autosize forces a layout per keystroke, so it is only the fallback. */
export function GrowingTextarea({ minRows, maxRows, className, ...props }: GrowingTextareaProps) {
  if (!browserGrowsIt) {
    return <Textarea {...props} className={className ?? ''} autosize minRows={minRows} {...(maxRows && { maxRows })} />;
  }
  const rows = { '--fewest-rows': minRows, '--most-rows': maxRows } as CSSProperties;
  return <Textarea {...props} className={`${classes.grows} ${className ?? ''}`} style={rows} />;
}
