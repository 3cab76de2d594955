import { create } from 'zustand'

/** True if *Go to a day* is open. */
export const useDayJump = create<{ readonly opened: boolean }>(() => ({ opened: false }))

export function showDayJump(opened: boolean): void {
  useDayJump.setState({ opened })
}
