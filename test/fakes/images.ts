import type { StoredImage } from '../../src/main/storage/images.ts'

/** An image as the gallery stores it. Its job and its media must be there. */
export function storedImage(id: string, changes: Partial<StoredImage> = {}): StoredImage {
  return {
    id,
    jobId: 'j',
    position: 0,
    mediaId: '',
    thumbnailId: null,
    rawMediaId: null,
    sourceImageId: null,
    edited: false,
    model: 'm',
    askedSize: null,
    width: 1,
    height: 1,
    favourite: false,
    createdAt: 1,
    deletedAt: null,
    prompt: `prompt of ${id}`,
    revisedPrompt: null,
    ...changes,
  }
}
