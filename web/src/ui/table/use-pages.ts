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

/** The page of a list that isn't in the URL. The size is remembered by the list's name. */
export function usePages(list: string, sizes: readonly number[], first = sizes[0] ?? 0): Pages {
  const [page, onPage] = useState(0);
  const [size, setSize] = useState(() => rememberedPageSize(list, sizes) ?? first);
  const onSize = (next: number) => {
    rememberPageSize(list, next);
    setSize(next);
    onPage(0);
  };
  return { page, size, sizes, onPage, onSize };
}
