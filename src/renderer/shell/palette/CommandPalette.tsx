import { Modal } from '@mantine/core'
import { Link } from 'lucide-react'
import { Fragment, useEffect, useId, useMemo, useRef, useState } from 'react'
import { swallowRepeat } from '../../components/forms/swallow-repeat.ts'
import { useAfterClose } from '../../components/window/after-close.ts'
import { useLateMount } from '../../components/window/late-mount.ts'
import { Line } from '../../components/words/Line.tsx'
import type { Command } from '../../platform/feature.ts'
import { useReadings } from '../../platform/i18n/use-readings.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { showPalette, showPanel, useNavigation } from '../../platform/navigation.ts'
import { useShortcutKeys } from '../../platform/shortcuts.ts'
import { features } from '../features.ts'
import { askForLink } from '../links/links-store.ts'
import classes from './CommandPalette.module.css'
import { shownCommands } from './command-match.ts'

/** Command palette: every action, conversation and model by keyboard. */
export function CommandPalette() {
  const { t } = useTranslation()
  const { isMounted, opened } = useLateMount(useNavigation((state) => state.paletteOpen))
  const afterClose = useAfterClose(opened)
  const choose = (command: Command) => {
    afterClose(command.run)
    showPalette(false)
    if (command.panel !== undefined) showPanel(command.panel)
  }
  if (!isMounted) return null
  return (
    <Modal.Root
      opened={opened}
      onClose={() => showPalette(false)}
      yOffset="12vh"
      size={600}
      // see theme.ts: a scroll lock would inject a style sheet
      lockScroll={false}
      transitionProps={{ duration: 100 }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('palette.title')}>
        <PaletteBody onChoose={choose} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Returns the commands of all features. The list of features is constant, so their hooks can be called in a loop. */
function useAllCommands(): readonly Command[] {
  const { t } = useTranslation()
  const keys = useShortcutKeys()
  const open = features.map(
    (panel): Command => ({
      id: `panel.${panel.id}`,
      group: 'actions',
      label: t('palette.openPanel', { name: t(`${panel.id}.panel`) }),
      hint: '',
      icon: panel.icon,
      shortcut: keys(panel.id),
      panel: panel.id,
      run: () => undefined,
    }),
  )
  const openLink: Command = {
    id: 'links.open',
    group: 'actions',
    label: t('links.command'),
    hint: '',
    icon: Link,
    shortcut: null,
    run: askForLink,
  }
  // biome-ignore lint/correctness/useHookAtTopLevel: a constant list, always in the same order
  return [...features.flatMap((feature) => feature.useCommands()), ...open, openLink]
}

interface Found {
  readonly query: string
  readonly commands: readonly Command[]
}

/** Returns main's results for a query after a debounce; until then those of an earlier query. */
function useFound(query: string): Found {
  const [found, setFound] = useState<Found>({ query: '', commands: [] })
  useEffect(() => {
    if (query.trim() === '') {
      setFound({ query, commands: [] })
      return undefined
    }
    let current = true
    const timer = setTimeout(async () => {
      const results = await Promise.all(features.map((feature) => feature.find?.(query.trim()) ?? []))
      if (current) setFound({ query, commands: results.flat() })
    }, 90)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [query])
  return found
}

function PaletteBody({ onChoose }: { onChoose: (command: Command) => void }) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const commands = useAllCommands()
  const found = useFound(query)
  const readings = useReadings(query.trim() !== '')
  const shown = useMemo(
    () => shownCommands(query, commands, found.commands, readings),
    [query, commands, found, readings],
  )
  const active = Math.min(at, shown.length - 1)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other results may need scrolling too
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active, shown])

  const run = (command: Command | undefined, place: React.MouseEvent | null) => {
    if (command === undefined) return
    swallowRepeat(place)
    onChoose(command)
  }

  return (
    <>
      <input
        autoComplete="off"
        data-autofocus
        className={classes.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          const jump = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[
            event.key
          ]
          if (jump !== undefined) {
            event.preventDefault()
            // single steps wrap around at both ends
            const last = shown.length - 1
            const single = event.key.startsWith('Arrow')
            setAt(single && jump > last ? 0 : single && jump < 0 ? last : Math.min(Math.max(jump, 0), last))
          } else if (event.key === 'Enter') {
            event.preventDefault()
            run(shown[active], null)
          }
        }}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('palette.results')}
        aria-busy={found.query !== query}
        className={classes.list}
        tabIndex={-1}
      >
        {shown.map((command, index) => (
          <Fragment key={command.id}>
            {command.group === shown[index - 1]?.group ? null : (
              <div className={classes.group} role="presentation">
                {t(`palette.${command.group}`)}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are handled by the search field that holds the focus */}
            <div
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              data-active={index === active || undefined}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => index !== active && setAt(index)}
              onClick={(event) => run(command, event)}
            >
              {command.icon === null ? null : <command.icon size={16} />}
              <span className={classes.label}>
                <Line text={command.label} />
              </span>
              {command.hint === '' ? null : (
                <span className={classes.hint}>
                  <Line text={command.hint} />
                </span>
              )}
              {command.shortcut === null ? null : <kbd>{command.shortcut}</kbd>}
            </div>
          </Fragment>
        ))}
      </div>
      {shown.length === 0 ? <p className={classes.nothing}>{t('palette.nothing')}</p> : null}
    </>
  )
}
