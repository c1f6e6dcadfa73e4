interface StreamEvent {
  event: string;
  data: string;
}

/** The events of a text/event-stream as they arrive; null is a comment, which only keeps the stream alive. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent | null> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield parse(block);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function parse(block: string): StreamEvent | null {
  const fields = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line));
  const data = fields.flatMap((field) => (field?.[1] === 'data' ? [field[2] ?? ''] : []));
  if (data.length === 0) return null;
  return { event: fields.find((field) => field?.[1] === 'event')?.[2] ?? 'message', data: data.join('\n') };
}
