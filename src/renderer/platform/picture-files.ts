/** Files that a chooser of pictures offers; systems without HEIC name no type for it. */
export const pictureAccept = 'image/*,.heic,.heif,.avif,.tif,.tiff,.bmp'

/**
 * Whether a file is a picture, by its type, or without one by its ending. SVG is a text: no gateway takes it as a
 * picture. Main looks at the bytes.
 */
export function isPictureFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  if (type !== '') return type.startsWith('image/') && type !== 'image/svg+xml'
  return /\.(?:hei[cf]|avif|tiff?|bmp|jxl)$/i.test(name)
}
