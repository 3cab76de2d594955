const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** Small real pictures, 37 by 21 pixels, in every supported format and container. */
export const pictures = {
  png: bytes(
    'iVBORw0KGgoAAAANSUhEUgAAACUAAAAVAQMAAAD7KrXtAAAAA1BMVEX/AAAZ4gk3AAAADElEQVQI12NgGEgAAAB+AAH9tTdSAAAAAElFTkSuQmCC',
  ),
  jpeg: bytes(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAVACUDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAME/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AkAm2AAAAAAAAAAP/2Q==',
  ),
  gif: bytes('R0lGODlhJQAVAPAAAP8AAAAAACH5BAAAAAAALAAAAAAlABUAAAIahI+py+0Po5y02ouz3rz7D4biSJbmiaYqWgAAOw=='),
  webp: bytes(
    'UklGRkYAAABXRUJQVlA4IDoAAAAwAwCdASolABUAP3G202G0ryqmJWgCkC4JZwDPKA8KmggAAP7guX6qOxyc//wQX4g/UGoxJW154AAA',
  ),
  webpLossless: bytes('UklGRhwAAABXRUJQVlA4TA8AAAAvJAAFAAcQ/Y/+ByKi/wEA'),
  webpExtended: bytes(
    'UklGRmoAAABXRUJQVlA4WAoAAAAQAAAAJAAAFAAAQUxQSAoAAAABB9C/iAhERP8DVlA4IDoAAAAwAwCdASolABUAP3G202G0ryqmJWgCkC4JZwDPKA8KmggAAP7guX6qOxyc//wQX4g/UGoxJW154AAA',
  ),
}
