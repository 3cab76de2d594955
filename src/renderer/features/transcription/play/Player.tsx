import { Menu } from '@mantine/core'
import { Pause, Play, Replace, SkipBack, SkipForward } from 'lucide-react'
import type { MediaItem } from '../../../../shared/media.ts'
import buttons from '../../../components/buttons.module.css'
import { useMediaPresent } from '../../../components/pictures/use-media-present.ts'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
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
          <p className={classes.without}>{t('transcription.noRecording')}</p>
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
      <button type="button" className={classes.play} aria-label={name} title={`${name} (K)`} onClick={togglePlay}>
        {playing ? <Pause size={16} fill="currentColor" /> : <Play size={16} fill="currentColor" />}
      </button>
      <button
        type="button"
        className={buttons.icon}
        aria-label={t('transcription.back5')}
        title={`${t('transcription.back5')} (J)`}
        onClick={() => skipBy(-5000)}
      >
        <SkipBack size={16} strokeWidth={1.75} />
      </button>
      <button
        type="button"
        className={buttons.icon}
        aria-label={t('transcription.on5')}
        title={`${t('transcription.on5')} (L)`}
        onClick={() => skipBy(5000)}
      >
        <SkipForward size={16} strokeWidth={1.75} />
      </button>
      <Clock />
      <span className={classes.grow} />
      <RateMenu />
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
      <p className={classes.without} role="status">
        {present === null ? '' : t(present ? 'transcription.cannotPlay' : 'transcription.moved')}
      </p>
      {present === false ? (
        <button type="button" className={`${buttons.quiet} ${buttons.small}`} onClick={lookAgain}>
          {t('transcription.lookAgain')}
        </button>
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

function RateMenu() {
  const { t } = useTranslation()
  const language = useLanguage()
  const rate = usePlay((state) => state.rate)
  const words = (value: number) => `${new Intl.NumberFormat(language).format(value)}×`
  return (
    <Menu position="bottom-end" width={120} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={buttons.chip}
          aria-label={`${t('transcription.speed')}: ${words(rate)}`}
          title={t('transcription.speed')}
        >
          {words(rate)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {rates.map((value) => (
          <Menu.Item key={value} aria-current={value === rate ? 'true' : undefined} onClick={() => setRate(value)}>
            {words(value)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function FindButton() {
  const { t } = useTranslation()
  const titled = useTitled()
  const finding = useTranscription((state) => state.finding)
  return (
    <button
      type="button"
      className={buttons.chip}
      aria-expanded={finding}
      title={titled(t('transcription.findAndReplace'), 'findInTranscript')}
      onClick={() => useTranscription.setState({ finding: !finding, foundInLibrary: false })}
    >
      <Replace size={14} aria-hidden="true" />
      <span className={classes.findWords}>{t('transcription.findAndReplace')}</span>
    </button>
  )
}
