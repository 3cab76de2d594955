import 'react'

declare module 'react' {
  /** Values that the page passes to style sheets; the only inline styles. */
  interface CSSProperties {
    readonly [name: `--${string}`]: string | number | undefined
  }
}
