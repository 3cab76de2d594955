import type { ComponentType } from 'react'

export type CommandGroup = 'actions' | 'conversations' | 'transcripts' | 'videos' | 'models' | 'history'

/** Something that can be done from the command palette. */
export interface Command {
  readonly id: string
  readonly group: CommandGroup
  readonly label: string
  /** Shown quietly behind the label. */
  readonly hint: string
  readonly icon: ComponentType<{ size?: number }> | null
  readonly shortcut: string | null
  readonly run: () => void
}
