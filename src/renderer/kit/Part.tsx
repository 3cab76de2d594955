import type { ReactNode } from 'react'
import classes from './kit.module.css'

interface PartProps {
  readonly name: string
  /** Samples of the part. */
  readonly children: ReactNode
}

/** A part of the kit, with a sample of each of its states. */
export function Part({ name, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={name}>
      <h2>{name}</h2>
      <dl className={classes.samples}>{children}</dl>
    </section>
  )
}

interface SampleProps {
  readonly state: string
  /** True for a sample that takes the whole row. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A part in one state. */
export function Sample({ state, isWide = false, children }: SampleProps) {
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt>{state}</dt>
      <dd>{children}</dd>
    </div>
  )
}
