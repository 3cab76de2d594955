import type { ChangeEvent } from 'react'

/** Whether Shift was held when a checkbox was pressed: then a range is meant. */
export function withShift({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}
