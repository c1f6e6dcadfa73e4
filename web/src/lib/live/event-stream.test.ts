import { describe, expect, it } from 'vitest';
import { readEvents } from './event-stream.ts';

async function read(...pieces: string[]) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const heard = [];
  for await (const event of readEvents(new Response(body))) heard.push(event);
  return heard;
}

describe('event stream', () => {
  it('yields each event with its data, and null for comments', async () => {
    expect(await read('retry: 2000\n: listening\n\nevent: note\ndata: {"id":7}\n\n: alive\n\n')).toEqual([
      null,
      { event: 'note', data: '{"id":7}' },
      null,
    ]);
  });

  it('joins split chunks and drops an unfinished event', async () => {
    expect(await read('event: mes', 'sage\nda', 'ta: {"a"\ndata: :1}\n', '\nevent: note\ndata: {')).toEqual([
      { event: 'message', data: '{"a"\n:1}' },
    ]);
  });
});
