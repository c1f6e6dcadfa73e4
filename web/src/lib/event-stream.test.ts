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

describe('an event stream', () => {
  it('tells each event with its data, and that it is alive', async () => {
    expect(await read('retry: 2000\n: listening\n\nevent: note\ndata: {"id":7}\n\n: alive\n\n')).toEqual([
      null,
      { event: 'note', data: '{"id":7}' },
      null,
    ]);
  });

  it('puts together what the network took apart, and leaves out what never ended', async () => {
    expect(await read('event: mes', 'sage\nda', 'ta: {"a"\ndata: :1}\n', '\nevent: note\ndata: {')).toEqual([
      { event: 'message', data: '{"a"\n:1}' },
    ]);
  });
});
