import { useState } from 'react';
import { rememberedPageSize, rememberPageSize } from '../../lib/lists/page-size.ts';

export interface Pages {
  /** Counted from 0. */
  page: number;
  size: number;
  sizes: readonly number[];
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** The page of a list that isn't in the URL. The size is remembered by the list's name; the first one is the usual one. */
export function usePages(list: string, sizes: readonly [number, ...number[]]): Pages {
  const [page, onPage] = useState(0);
  const [size, setSize] = useState(() => rememberedPageSize(list, sizes) ?? sizes[0]);
  const onSize = (next: number) => {
    rememberPageSize(list, next);
    setSize(next);
    onPage(0);
  };
  return { page, size, sizes, onPage, onSize };
}
