import { Pause, Play, Replace, SkipBack, SkipForward } from 'lucide-react'
import type { MediaItem } from '../../../../shared/media.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { RateMenu } from '../../../components/menu/RateMenu.tsx'
import { useMediaPresent } from '../../../components/pictures/use-media-present.ts'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './Player.module.css'
import { lookAgain, rates, setRate, skipBy, togglePlay, usePlay } from './player.ts'

/** Playback controls and position. */
export function Player({ source }: { source: MediaItem | null }) {
  const { t } = useTranslation()
  const failed = usePlay((state) => state.failed)
  const playing = usePlay((state) => state.playing)
  if (source === null || failed) {
    return (
      <div className={classes.controls}>
        {source === null ? (
          <p className={layout.fill}>{t('transcription.noRecording')}</p>
        ) : (
          <Unplayable mediaId={source.id} />
        )}
        <FindButton />
      </div>
    )
  }
  const name = playing ? t('transcription.pausePlaying') : t('transcription.play')
  return (
    <div className={classes.controls}>
      <Button kind="plain" className={classes.play} aria-label={name} title={`${name} (K)`} onClick={togglePlay}>
        {playing ? <Pause size={16} fill="currentColor" /> : <Play size={16} fill="currentColor" />}
      </Button>
      <IconButton
        icon={SkipBack}
        words={t('transcription.back5')}
        iconSize={16}
        title={`${t('transcription.back5')} (J)`}
        onClick={() => skipBy(-5000)}
      />
      <IconButton
        icon={SkipForward}
        words={t('transcription.on5')}
        iconSize={16}
        title={`${t('transcription.on5')} (L)`}
        onClick={() => skipBy(5000)}
      />
      <Clock />
      <span className={classes.grow} />
      <Rate />
      <FindButton />
    </div>
  )
}

/** Why a recording does not play: its file is missing, or its format is not supported. */
function Unplayable({ mediaId }: { mediaId: string }) {
  const { t } = useTranslation()
  const present = useMediaPresent(mediaId)
  return (
    <>
      <p className={layout.fill} role="status">
        {present === null ? '' : t(present ? 'transcription.cannotPlay' : 'transcription.moved')}
      </p>
      {present === false ? (
        <Button size="small" onClick={lookAgain}>
          {t('transcription.lookAgain')}
        </Button>
      ) : null}
    </>
  )
}

function Clock() {
  const second = usePlay((state) => Math.floor(state.time / 1000))
  const length = usePlay((state) => state.duration)
  return (
    <span className={classes.clock}>
      {elapsedWords(second * 1000)} / {length > 0 ? elapsedWords(length) : '–:––'}
    </span>
  )
}

function Rate() {
  const { t } = useTranslation()
  const rate = usePlay((state) => state.rate)
  const words = t('transcription.speed')
  return <RateMenu words={words} title={words} rate={rate} rates={rates} position="bottom-end" onChoose={setRate} />
}

function FindButton() {
  const { t } = useTranslation()
  const titled = useTitled()
  const finding = useTranscription((state) => state.finding)
  return (
    <Button
      kind="chip"
      aria-expanded={finding}
      title={titled(t('transcription.findAndReplace'), 'findInTranscript')}
      onClick={() => useTranscription.setState({ finding: !finding, foundInLibrary: false })}
    >
      <Replace size={14} aria-hidden="true" />
      <span className={classes.findWords}>{t('transcription.findAndReplace')}</span>
    </Button>
  )
}
