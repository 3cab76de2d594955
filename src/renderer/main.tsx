import '@mantine/core/styles.css'
import './platform/theme/tokens.css'
import './platform/theme/theme.css'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { languageFor } from '../shared/language.ts'
import { forgetRestored, WindowBoundary, WindowFailure } from './components/boundary/WindowBoundary.tsx'
import { startChat } from './features/chat/chat-events.ts'
import { startHistory } from './features/history/history-events.ts'
import { startImages } from './features/images/images-events.ts'
import { startTranscription } from './features/transcription/transcription-events.ts'
import { startVideos } from './features/videos/videos-events.ts'
import { rememberedLanguage } from './platform/first-paint.ts'
import { startI18n } from './platform/i18n/i18n.ts'
import { App } from './shell/App.tsx'
import { guardDrops } from './shell/drop-guard.ts'
import { answerMenu, listenToMenu } from './shell/menu-commands.ts'
import { StartFailure } from './shell/StartFailure.tsx'
import { start } from './shell/start.ts'

async function main(root: Root): Promise<void> {
  startHistory()
  // the chat's own calls go out together with the app's, so that the first picture is complete
  const [error] = await Promise.all([start(), startChat(), startImages(), startTranscription(), startVideos()])
  if (error !== null) {
    await startI18n(languageFor('system', rememberedLanguage() ?? navigator.language))
    root.render(<StartFailure error={error} />)
    return
  }
  answerMenu()
  root.render(
    <StrictMode>
      <WindowBoundary>
        <App />
      </WindowBoundary>
    </StrictMode>,
  )
}

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no #root')
guardDrops(window)
listenToMenu()
const root = createRoot(element)
main(root).catch((cause: unknown) => {
  reportError(cause)
  forgetRestored()
  root.render(<WindowFailure onRetry={null} />)
})
