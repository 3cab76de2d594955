export type RangeAnswer =
  | { readonly status: 200; readonly start: 0; readonly length: number }
  | { readonly status: 206; readonly start: number; readonly length: number }
  | { readonly status: 416 }

/**
 * Decides the answer to a `Range` header for a resource of `size` bytes (RFC 9110 §14).
 * One range is answered as requested. An open-ended range is never shortened, because Chromium treats a short answer as
 * the whole resource.
 * Several ranges, other units and malformed headers get the whole resource, as the RFC allows.
 */
export function answerRange(header: string | null, size: number): RangeAnswer {
  const whole = { status: 200, start: 0, length: size } as const
  if (header === null) return whole
  const asked = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header.trim())
  const first = asked?.[1] ?? ''
  const last = asked?.[2] ?? ''
  if (asked === null || (first === '' && last === '')) return whole
  if (first === '') {
    const suffix = Math.min(Number(last), size)
    return suffix === 0 ? { status: 416 } : { status: 206, start: size - suffix, length: suffix }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return whole
  if (start >= size) return { status: 416 }
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return { status: 206, start, length: end - start + 1 }
}
