import { create } from 'zustand'

/** Whether nothing is typed: all that the buttons need to know of the text, so that typing re-renders nothing else. */
export const useComposerEmpty = create<{ readonly empty: boolean }>(() => ({ empty: true }))

export function noteComposer(empty: boolean): void {
  if (useComposerEmpty.getState().empty !== empty) useComposerEmpty.setState({ empty })
}
