/**
 * A mark that shows whether a row is selected, drawn by `theme.css` like a checkbox. The row provides the text for
 * screen readers.
 */
export function Tick({ on }: { on: boolean }) {
  return <span data-tick={on ? 'on' : 'off'} aria-hidden="true" />
}
