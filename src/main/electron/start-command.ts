import { z } from 'zod'

/** What a start may be asked to do, by the flag of the taskbar's list or of a desktop entry's action. */
export const startFlags = { newChat: '--new-chat', quick: '--quick-question' } as const
export type StartCommand = keyof typeof startFlags

/** The command among flags; null for none. */
export function startCommandOf(flags: readonly string[]): StartCommand | null {
  if (flags.includes(startFlags.newChat)) return 'newChat'
  return flags.includes(startFlags.quick) ? 'quick' : null
}

/** Returns true if a word is the flag of a command. */
export function isStartFlag(word: string): boolean {
  return startCommandOf([word]) !== null
}

const noteSchema = z.object({ command: z.enum(['newChat', 'quick']) })

/** The command of a second start; null for none, and where another program made the note. */
export function noteCommand(note: unknown): StartCommand | null {
  return noteSchema.safeParse(note).data?.command ?? null
}
