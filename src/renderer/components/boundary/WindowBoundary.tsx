import { Component, type CSSProperties, type ReactNode } from 'react'

/**
 * The last boundary. What it shows uses no translation, theme or component, since any of them may be what failed;
 * so its words stand here instead of in the locale files.
 */
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

/** Shown in place of the whole page. `onRetry` is null where there is nothing to render again. */
export function WindowFailure({ onRetry }: { onRetry: (() => void) | null }) {
  const { title, text, retry, afresh } = document.documentElement.lang.startsWith('zh') ? words.zh : words.en
  return (
    <main style={page} role="alert">
      <h1 style={{ fontSize: 18, margin: 0 }}>{title}</h1>
      <p style={{ margin: 0 }}>{text}</p>
      <p style={{ display: 'flex', gap: 12, margin: 0 }}>
        {onRetry === null ? null : (
          <button type="button" onClick={onRetry}>
            {retry}
          </button>
        )}
        <button type="button" onClick={startAfresh}>
          {afresh}
        </button>
      </p>
    </main>
  )
}

/** Reloads without what a reload would restore, as that may be what failed. */
function startAfresh(): void {
  forgetRestored()
  window.location.reload()
}

/** Drops everything that a reload of this window would restore; what is stored by main is untouched. */
export function forgetRestored(): void {
  try {
    sessionStorage.clear()
  } catch {
    // without storage there is nothing that could be restored
  }
}

/** Keeps the window from staying blank when nothing inside it could catch an error. */
export class WindowBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(): void {
    // a reload must not run into the same error
    forgetRestored()
  }

  override render(): ReactNode {
    return this.state.failed ? <WindowFailure onRetry={() => this.setState({ failed: false })} /> : this.props.children
  }
}
