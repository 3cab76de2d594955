import { z } from 'zod'

/** Flags of commands that the taskbar's list or a desktop entry's action can pass to a start. */
export const startFlags = { newChat: '--new-chat', quick: '--quick-question' } as const
export type StartCommand = keyof typeof startFlags

/** Returns the command among flags; null for none. */
export function startCommandOf(flags: readonly string[]): StartCommand | null {
  if (flags.includes(startFlags.newChat)) return 'newChat'
  return flags.includes(startFlags.quick) ? 'quick' : null
}

/** Returns true for the flag of a command. */
export function isStartFlag(word: string): boolean {
  return startCommandOf([word]) !== null
}

const noteSchema = z.object({ command: z.enum(['newChat', 'quick']) })

/** Returns the command of a second start; null for none, or if another program created the note. */
export function noteCommand(note: unknown): StartCommand | null {
  return noteSchema.safeParse(note).data?.command ?? null
}
