import { Component, type ReactNode } from 'react'
import { BoundaryNote, type BoundaryPlace, type NoteLook } from './BoundaryNote.tsx'

interface BoundaryProps {
  readonly place: BoundaryPlace
  /** The shown value. When it changes, a failed boundary renders its children again. */
  readonly shown?: unknown
  /** Source text of the content that failed to render; offered to copy. */
  readonly source?: (() => string) | undefined
  /** Runs once per failure, before the note is shown. */
  readonly onFailure?: (() => void) | undefined
  /** Style of the note, if it must fit a grid. */
  readonly note?: NoteLook | undefined
  readonly children: ReactNode
}

interface BoundaryState {
  readonly failed: boolean
  readonly shown: unknown
}

/** Catches a rendering error so that only its own children disappear; React logs the error. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, shown: this.props.shown }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(props.shown, state.shown) ? null : { failed: false, shown: props.shown }
  }

  override componentDidCatch(): void {
    this.props.onFailure?.()
  }

  private readonly retry = (): void => this.setState({ failed: false })

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const { place, source, note } = this.props
    return <BoundaryNote place={place} source={source} look={note} onRetry={this.retry} />
  }
}
