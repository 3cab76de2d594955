import './platform/theme/mantine-styles.ts'
import './platform/theme/tokens.css'
import './platform/theme/theme.css'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { languageFor } from '../shared/language.ts'
import { forgetRestored, WindowBoundary, WindowFailure } from './components/boundary/WindowBoundary.tsx'
import { BoundedNumber } from './components/forms/BoundedNumber.tsx'
import { watchKeys } from './platform/after-frame.ts'
import { endEarlyCalls } from './platform/bridge/early-calls.ts'
import { keepEarlyFocus } from './platform/early-focus.ts'
import { connectFeatures } from './platform/feature.ts'
import { rememberedLanguage } from './platform/first-paint.ts'
import { expectLanguage, startI18n } from './platform/i18n/i18n.ts'
import { loadWhileIdle } from './platform/lazy-component.tsx'
import { watchBusy } from './platform/page-busy.ts'
import { isQuickPage } from './platform/page-kind.ts'
import { keepPresses } from './platform/steady-press.ts'
import { App } from './shell/App.tsx'
import { features } from './shell/features.ts'
import { answerMenu, listenToMenu } from './shell/menu-commands.ts'
import { QuickApp } from './shell/quick/QuickApp.tsx'
import { StartFailure } from './shell/StartFailure.tsx'
import { start } from './shell/start.ts'

/**
 * Prevents a browser from opening a file that is dropped outside a drop target, which would replace the app. Drop
 * targets handle their drops, and prevent the default, before this. Returns its undo.
 */
function guardDrops(target: EventTarget): () => void {
  const refuse = (event: Event): void => {
    if (!(event instanceof DragEvent) || event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
  return () => {
    target.removeEventListener('dragover', refuse)
    target.removeEventListener('drop', refuse)
  }
}

async function main(root: Root): Promise<void> {
  const likely = languageFor('system', rememberedLanguage() ?? navigator.language)
  expectLanguage(likely)
  const shown = isQuickPage ? features.filter(({ id }) => id === 'chat') : features
  connectFeatures(shown)
  // the features' calls run in parallel with the app's, so that the first render is complete
  const [error] = await Promise.all([
    start({ takesArrivals: !isQuickPage }),
    ...shown.map((feature) => feature.start?.()),
  ])
  endEarlyCalls()
  if (error !== null) {
    await startI18n(likely)
    root.render(<StartFailure error={error} />)
    return
  }
  if (!isQuickPage) answerMenu()
  const Window = isQuickPage ? QuickApp : App
  root.render(
    <StrictMode>
      <WindowBoundary>
        <Window />
      </WindowBoundary>
    </StrictMode>,
  )
  const isBusy = watchBusy({
    target: window,
    isAnswering: () => document.querySelector('[aria-busy="true"]') !== null,
    now: () => performance.now(),
  })
  loadWhileIdle([...shown.flatMap(({ Panel }) => ('load' in Panel ? [Panel] : [])), BoundedNumber], isBusy)
}

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no #root')
guardDrops(window)
keepPresses(window)
watchKeys(window)
keepEarlyFocus(window)
if (!isQuickPage) listenToMenu()
const root = createRoot(element)
main(root).catch((cause: unknown) => {
  reportError(cause)
  forgetRestored()
  root.render(<WindowFailure onRetry={null} />)
})
