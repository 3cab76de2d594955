/**
 * Makes a response of any status. The constructor accepts only 200 to 599, but servers answer 999 too, and Node's fetch
 * passes it on.
 * Statuses outside the range count as errors.
 */
export function responseOfStatus(
  body: ConstructorParameters<typeof Response>[0],
  status: number,
  init: Omit<ResponseInit, 'status'>,
): Response {
  const isUsual = status >= 200 && status <= 599
  const response = new Response(body, { ...init, status: isUsual ? status : 500 })
  return isUsual ? response : Object.defineProperties(response, { status: { value: status } })
}
