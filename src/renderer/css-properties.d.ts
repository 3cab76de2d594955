import 'react'

declare module 'react' {
  /** Values that a style sheet takes from the page: the only inline style there is. */
  interface CSSProperties {
    readonly [name: `--${string}`]: string | number | undefined
  }
}
