import { z } from 'zod'
import type { Fields } from './tool.ts'

/** Arguments for the thread to check. */
export interface ArgumentTask {
  readonly text: string
  readonly schema: Fields
}

export const argumentAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), input: z.record(z.string(), z.unknown()), isChecked: z.boolean() }),
  z.object({ ok: z.literal(false), problem: z.string() }),
])
