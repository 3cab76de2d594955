import { Component, type CSSProperties, type ReactNode } from 'react'
import { Button } from '../Button.tsx'

/** Texts of the last boundary. It uses no translation, theme or component, because any of them may have failed. */
const words = {
  en: {
    title: 'This window could not be shown',
    text: 'Your conversations and files are kept. Try again, or start the window afresh.',
    retry: 'Try again',
    afresh: 'Start afresh',
  },
  zh: {
    title: '窗口无法显示',
    text: '对话和文件都还在。可以重试，或重新打开窗口。',
    retry: '重试',
    afresh: '重新打开',
  },
}

const page: CSSProperties = {
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 12,
  minHeight: '100vh',
  padding: 24,
  textAlign: 'center',
}

/** A message that replaces the whole page. `onRetry` is null if nothing can be rendered again. */
export function WindowFailure({ onRetry }: { onRetry: (() => void) | null }) {
  const { title, text, retry, afresh } = document.documentElement.lang.startsWith('zh') ? words.zh : words.en
  return (
    <main style={page} role="alert">
      <h1 style={{ fontSize: 18, margin: 0 }}>{title}</h1>
      <p style={{ margin: 0 }}>{text}</p>
      <p style={{ display: 'flex', gap: 12, margin: 0 }}>
        {onRetry === null ? null : (
          <Button kind="plain" onClick={onRetry}>
            {retry}
          </Button>
        )}
        <Button kind="plain" onClick={startAfresh}>
          {afresh}
        </Button>
      </p>
    </main>
  )
}

/** Reloads without the saved page state, which may have caused the failure. */
function startAfresh(): void {
  forgetRestored()
  window.location.reload()
}

/** Deletes the state that a reload of this window would restore; data in main are untouched. */
export function forgetRestored(): void {
  try {
    sessionStorage.clear()
  } catch {
    // without storage there is nothing to restore
  }
}

/** Shows a message instead of a blank window when no inner boundary caught an error. */
export class WindowBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(): void {
    // a reload must not meet the same error
    forgetRestored()
  }

  override render(): ReactNode {
    return this.state.failed ? <WindowFailure onRetry={() => this.setState({ failed: false })} /> : this.props.children
  }
}
