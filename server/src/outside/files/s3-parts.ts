import type { LoadedS3, S3Bucket } from './s3-bucket.ts';

type ObjectPlace = ReturnType<S3Bucket['place']>;

/** Stores an object whose size isn't known before its end. It appears when its last part was stored. Returns its size. */
export async function putInParts(
  bucket: S3Bucket,
  name: string,
  { pieces, partBytes }: { pieces: AsyncIterable<Buffer>; partBytes: number },
): Promise<number> {
  const place = bucket.place(name);
  const parts: { ETag: string | undefined; PartNumber: number }[] = [];
  let upload: (ObjectPlace & { UploadId: string | undefined }) | undefined;
  let size = 0;
  try {
    for await (const part of inParts(pieces, partBytes)) {
      size += part.length;
      if (!upload && part.length < partBytes) {
        await bucket.send(({ client, sdk }, limit) =>
          client.send(new sdk.PutObjectCommand({ ...place, Body: part, ContentType: binary }), limit),
        );
        break;
      }
      upload ??= await begin(bucket, place);
      const put = { ...upload, PartNumber: parts.length + 1, Body: part };
      const { ETag } = await bucket.send(({ client, sdk }, limit) =>
        client.send(new sdk.UploadPartCommand(put), limit),
      );
      parts.push({ ETag, PartNumber: put.PartNumber });
    }
    if (upload) {
      const whole = { ...upload, MultipartUpload: { Parts: parts } };
      await bucket.send(({ client, sdk }, limit) => client.send(new sdk.CompleteMultipartUploadCommand(whole), limit));
    }
    return size;
  } catch (error) {
    const begun = upload;
    if (begun) {
      await bucket
        .send(({ client, sdk }, limit) => client.send(new sdk.AbortMultipartUploadCommand(begun), limit))
        .catch(() => undefined);
    }
    throw error;
  }
}

const binary = 'application/octet-stream';

async function begin(bucket: S3Bucket, place: ObjectPlace) {
  const { UploadId } = await bucket.send(({ client, sdk }, limit) =>
    client.send(new sdk.CreateMultipartUploadCommand({ ...place, ContentType: binary }), limit),
  );
  return { ...place, UploadId };
}

/** Reads an object one part at a time, each in a request of its own: no connection waits while a part is used. */
export async function* getInParts(bucket: S3Bucket, name: string, partBytes: number): AsyncGenerator<Buffer> {
  let first: Part | undefined;
  for (let at = 0; at < (first?.objectBytes ?? 1); ) {
    const wanted = { ...bucket.place(name), Range: `bytes=${at}-${at + partBytes - 1}`, IfMatch: first?.tag };
    const part: Part = await bucket.send((loaded, limit) => getPart(loaded, wanted, limit));
    first ??= part;
    if (part.bytes.length === 0) return;
    at += part.bytes.length;
    yield part.bytes;
  }
}

interface Part {
  bytes: Buffer;
  /** Of the whole object. */
  objectBytes: number;
  tag: string | undefined;
}

async function getPart(
  { client, sdk }: LoadedS3,
  wanted: ObjectPlace & { Range: string; IfMatch: string | undefined },
  limit: { abortSignal: AbortSignal },
): Promise<Part> {
  try {
    const { Body, ContentLength, ContentRange, ETag } = await client.send(new sdk.GetObjectCommand(wanted), limit);
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    // A connection that ends early must not look like a shorter object.
    if (ContentLength !== undefined && bytes.length !== ContentLength) throw new Error('cut off');
    return { bytes, objectBytes: Number(ContentRange?.split('/')[1] ?? bytes.length), tag: ETag };
  } catch (error) {
    // An empty object has no first byte.
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
    if ($metadata?.httpStatusCode !== 416) throw error;
    return { bytes: Buffer.alloc(0), objectBytes: 0, tag: undefined };
  }
}

/** Pieces of the same size, then a shorter one if bytes are left or there are none at all. */
async function* inParts(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  let isEmpty = true;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    let all = Buffer.concat(waiting);
    for (; all.length >= size; all = all.subarray(size)) yield all.subarray(0, size);
    isEmpty = false;
    waiting = [all];
    length = all.length;
  }
  if (isEmpty || length > 0) yield Buffer.concat(waiting);
}
