import type { z } from 'zod'
import { invalidRequest } from './gateway-error.ts'

/** Parses a request by its schema. Throws a 400 that names the first wrong parameter. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const param = issue?.path.map((step, index) => (typeof step === 'number' ? `[${step}]` : dot(index, String(step))))
  const name = param?.join('') ?? ''
  throw invalidRequest(`${name === '' ? 'Body' : name}: ${issue?.message ?? 'invalid'}`, name === '' ? undefined : name)
}

function dot(index: number, step: string): string {
  return index === 0 ? step : `.${step}`
}
