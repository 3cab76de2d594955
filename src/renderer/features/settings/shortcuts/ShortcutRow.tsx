import { Pencil, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { askedChord, chordProblem, chordsFor, clashesWith } from '../../../../shared/shortcut.ts'
import { type ShortcutId, shortcutTable } from '../../../../shared/shortcut-table.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { useApp } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { chordWords } from '../../../platform/shortcuts.ts'
import classes from './Shortcuts.module.css'

interface ShortcutRowProps {
  readonly id: ShortcutId
  /** Called with the new chord; an empty one removes the shortcut. */
  readonly onChange: (chord: string) => void
  readonly onReset: () => void
}

/** A shortcut: its action, its keys, and ways to change them. */
export function ShortcutRow({ id, onChange, onReset }: ShortcutRowProps) {
  const { t } = useTranslation()
  const mac = useApp((state) => state.info.platform === 'mac')
  const own = useApp((state) => state.settings.shortcuts)
  const [isAsking, setAsking] = useState(false)
  const [taken, setTaken] = useState<string | null>(null)
  const change = useRef<HTMLSpanElement>(null)
  const what = t(`keys.what.${id}`)
  const chords = chordsFor(id, own)

  const close = () => {
    setAsking(false)
    setTaken(null)
    // the field is gone: the focus returns to where it came from
    requestAnimationFrame(() => change.current?.querySelector('button')?.focus())
  }
  const take = (chord: string) => {
    onChange(chord)
    close()
  }
  return (
    <li className={classes.row}>
      <span className={classes.what}>{what}</span>
      {isAsking ? (
        <ChordField id={id} taken={taken} onTaken={setTaken} onTake={take} onCancel={close} />
      ) : (
        <>
          <span className={classes.keys}>
            {chords.length === 0 ? (
              <span className={layout.quiet}>{t('keys.unset')}</span>
            ) : (
              chords.map((chord) => <kbd key={chord}>{chordWords(t, chord, mac)}</kbd>)
            )}
          </span>
          <span className={classes.tools} ref={change}>
            <IconButton
              icon={Pencil}
              iconSize={15}
              words={t('keys.change', { what })}
              onClick={() => setAsking(true)}
            />
            {chords.length === 0 ? null : (
              <IconButton icon={X} iconSize={15} words={t('keys.remove', { what })} onClick={() => onChange('')} />
            )}
            {own[id] === undefined ? null : (
              <IconButton icon={RotateCcw} iconSize={15} words={t('keys.reset', { what })} onClick={onReset} />
            )}
          </span>
        </>
      )}
    </li>
  )
}

interface ChordFieldProps {
  readonly id: ShortcutId
  /** A chord that other shortcuts have; the user is asked about it. */
  readonly taken: string | null
  readonly onTaken: (chord: string | null) => void
  readonly onTake: (chord: string) => void
  readonly onCancel: () => void
}

/** A field that waits for keys, and explains why some cannot be used. */
function ChordField({ id, onCancel, onTake, onTaken, taken }: ChordFieldProps) {
  const { t } = useTranslation()
  const mac = useApp((state) => state.info.platform === 'mac')
  const own = useApp((state) => state.settings.shortcuts)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    // keys that are in use must reach the field
    void call('quick.pauseShortcut', { paused: true })
    return () => void call('quick.pauseShortcut', { paused: false })
  }, [])

  function onKeyDown(event: KeyboardEvent): void {
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey
    // Tab and Shift+Tab leave the field, as everywhere
    if (event.key === 'Tab' && bare) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape' && bare) {
      onCancel()
      return
    }
    const { place } = shortcutTable[id]
    const chord = askedChord(event.nativeEvent, place, mac)
    if (chord === undefined || event.nativeEvent.isComposing || event.keyCode === 229) return
    const fault = chordProblem(chord, place)
    if (fault !== null) {
      onTaken(null)
      setProblem(t(`keys.problem.${fault}`, { keys: chordWords(t, chord, mac) }))
      return
    }
    setProblem(null)
    if (clashesWith(id, chord, own).length === 0) onTake(chord)
    else onTaken(chord)
  }

  const others = taken === null ? [] : clashesWith(id, taken, own)
  return (
    <div className={classes.asking}>
      {/* biome-ignore lint/a11y/useSemanticElements: a text field would let an input method compose */}
      <div
        ref={field}
        role="textbox"
        tabIndex={0}
        className={classes.field}
        aria-label={t('keys.press', { what: t(`keys.what.${id}`) })}
        onKeyDown={onKeyDown}
      >
        {taken === null ? t('keys.pressKeys') : chordWords(t, taken, mac)}
      </div>
      {taken === null ? null : (
        <Button kind="primary" size="small" onClick={() => onTake(taken)}>
          {t('keys.takeAnyway')}
        </Button>
      )}
      <Button size="small" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
      <p className={classes.problem} role="alert">
        {problem ??
          (taken === null ? '' : t('keys.taken', { names: others.map((other) => t(`keys.what.${other}`)).join(', ') }))}
      </p>
    </div>
  )
}
