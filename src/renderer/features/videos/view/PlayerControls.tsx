import { Maximize, Pause, Play, Repeat, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShortcutId } from '../../../../shared/shortcut-table.ts'
import { Button } from '../../../components/Button.tsx'
import { RateMenu } from '../../../components/menu/RateMenu.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { placeWords, rates } from './frame-stepping.ts'
import classes from './Player.module.css'
import { usePlayerState } from './use-video-player.ts'
import type { Playback, VideoPlayer } from './video-player.ts'

interface PlayerControlsProps {
  readonly player: VideoPlayer
  readonly onFullScreen: () => void
  readonly children: ReactNode
}

/** Playback controls and position. */
export function PlayerControls({ player, onFullScreen, children }: PlayerControlsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.controls} aria-label={t('videos.controls')}>
      <SeekBar player={player} />
      <div className={classes.buttons}>
        <div className={classes.group}>
          <PlayButton player={player} />
          <Control words={t('videos.frameBack')} shortcut="frameBack" onPress={() => player.stepFrame(-1)}>
            <StepBack size={16} strokeWidth={1.75} />
          </Control>
          <Control words={t('videos.frameOn')} shortcut="frameOn" onPress={() => player.stepFrame(1)}>
            <StepForward size={16} strokeWidth={1.75} />
          </Control>
          <Clock player={player} />
        </div>
        <div className={classes.group}>
          {children}
          <Rate player={player} />
          <LoopButton player={player} />
          <MuteButton player={player} />
          <Control words={t('videos.fullScreen')} shortcut="videoFullScreen" onPress={onFullScreen}>
            <Maximize size={16} strokeWidth={1.75} />
          </Control>
        </div>
      </div>
    </fieldset>
  )
}

interface ControlProps {
  readonly words: string
  readonly shortcut: ShortcutId
  readonly pressed?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A button of a player, with its shortcut in the tooltip. */
export function Control({ words, shortcut, pressed, onPress, children }: ControlProps) {
  const titled = useTitled()
  return (
    <Button
      kind="icon"
      className={classes.control}
      aria-label={words}
      aria-pressed={pressed}
      title={titled(words, shortcut)}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

/** Plays or pauses. */
export function PlayButton({ player }: { player: Playback }) {
  const { t } = useTranslation()
  const titled = useTitled()
  const playing = usePlayerState(player, (state) => state.playing)
  const words = playing ? t('videos.pause') : t('videos.play')
  return (
    <Button
      kind="plain"
      className={classes.play}
      aria-label={words}
      title={titled(words, 'playVideo')}
      onClick={() => player.toggle()}
    >
      {playing ? <Pause size={16} fill="currentColor" /> : <Play size={16} fill="currentColor" />}
    </Button>
  )
}

/** The position as a slider. */
export function SeekBar({ player }: { player: Playback }) {
  const { t } = useTranslation()
  const time = usePlayerState(player, (state) => state.time)
  const duration = usePlayerState(player, (state) => state.duration)
  const part = duration > 0 ? Math.min(1, time / duration) : 0
  return (
    <input
      type="range"
      className={classes.seek}
      style={{ '--part': part }}
      aria-label={t('videos.seek')}
      aria-valuetext={`${placeWords(time)} / ${placeWords(duration)}`}
      min={0}
      max={duration > 0 ? duration : 1}
      step={0.01}
      value={Math.min(time, duration)}
      onChange={(event) => player.seek(event.currentTarget.valueAsNumber)}
    />
  )
}

/** Position and length in figures. */
export function Clock({ player }: { player: Playback }) {
  const time = usePlayerState(player, (state) => placeWords(state.time))
  const duration = usePlayerState(player, (state) => (state.duration > 0 ? placeWords(state.duration) : '–:––'))
  return (
    <span className={classes.clock}>
      {time} / {duration}
    </span>
  )
}

function Rate({ player }: { player: VideoPlayer }) {
  const { t } = useTranslation()
  const rate = usePlayerState(player, (state) => state.rate)
  return (
    <RateMenu
      words={t('videos.speed')}
      title={`${t('videos.speed')} (< >)`}
      rate={rate}
      rates={rates}
      position="top-end"
      isInPlace
      onChoose={(value) => player.setRate(value)}
    />
  )
}

function LoopButton({ player }: { player: VideoPlayer }) {
  const { t } = useTranslation()
  const loop = usePlayerState(player, (state) => state.loop)
  return (
    <Control words={t('videos.loop')} shortcut="loop" pressed={loop} onPress={() => player.toggleLoop()}>
      <Repeat size={16} strokeWidth={1.75} />
    </Control>
  )
}

/** Turns the sound on or off. */
export function MuteButton({ player }: { player: Playback }) {
  const { t } = useTranslation()
  const muted = usePlayerState(player, (state) => state.muted)
  return (
    <Control words={muted ? t('videos.unmute') : t('videos.mute')} shortcut="mute" onPress={() => player.toggleMuted()}>
      {muted ? <VolumeX size={16} strokeWidth={1.75} /> : <Volume2 size={16} strokeWidth={1.75} />}
    </Control>
  )
}
