/** What is known of the window when a video ends. */
export interface WindowState {
  /** Whether nothing of the page can be seen. */
  readonly hidden: boolean
  readonly focused: boolean
  /** Whether the Videos panel is what the window shows. */
  readonly panelShown: boolean
  /** Whether the person wants the system to notify. */
  readonly notifications: boolean
}

/** How it is told that a video ended: through the system, by a short message in the window, or not at all. */
export function endedNote({ hidden, focused, panelShown, notifications }: WindowState): 'system' | 'toast' | 'none' {
  if (notifications && (hidden || !focused)) return 'system'
  // in the panel its card tells it, and who sees nothing is told nothing
  return hidden || panelShown ? 'none' : 'toast'
}
