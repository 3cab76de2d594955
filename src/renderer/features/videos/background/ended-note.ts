/** State of the window when a video ends. */
export interface WindowState {
  /** True if the page is invisible. */
  readonly hidden: boolean
  readonly focused: boolean
  /** True if the Videos panel is shown. */
  readonly panelShown: boolean
  /** True if system notifications are on, and would appear. */
  readonly notifications: boolean
}

/** Returns how the end of a video is announced: by the system, by a toast, or not at all. */
export function endedNote({ hidden, focused, panelShown, notifications }: WindowState): 'system' | 'toast' | 'none' {
  if (notifications && (hidden || !focused)) return 'system'
  // in the panel its card shows it, and a hidden window shows nothing
  return hidden || panelShown ? 'none' : 'toast'
}
