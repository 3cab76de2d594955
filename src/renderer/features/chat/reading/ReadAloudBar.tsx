import { Pause, Play, SkipForward, Square } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { pauseReading, skipSentence, stopReading, useReadAloud } from '../actions/read-aloud.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Reading.module.css'

/** The text being read aloud, with controls. Reading ends when the chat is left. */
export function ReadAloudBar() {
  const { t } = useTranslation()
  const reading = useReadAloud((state) => state.reading)
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another chat is shown, and when the panel closes
  useEffect(() => stopReading, [openId])
  useEffect(() => {
    // the browser would continue to speak after a reload
    window.addEventListener('pagehide', stopReading)
    return () => window.removeEventListener('pagehide', stopReading)
  }, [])
  if (reading === null) return null
  const isPaused = reading.state === 'paused'
  return (
    <section className={classes.aloud} aria-label={t('reading.aloud')}>
      <IconButton
        icon={isPaused ? Play : Pause}
        words={t(isPaused ? 'reading.goOn' : 'reading.pause')}
        onClick={pauseReading}
      />
      <IconButton icon={SkipForward} words={t('reading.skip')} onClick={skipSentence} />
      <IconButton icon={Square} words={t('reading.stop')} onClick={stopReading} />
      <span className={classes.sentence}>{reading.sentence}</span>
    </section>
  )
}
