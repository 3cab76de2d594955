import { useEffect, useMemo, useRef } from 'react'
import { useModelMarks } from '../../../../components/model-picker/model-marks.ts'
import { useApp } from '../../../../platform/app-store.ts'
import { useTranslation } from '../../../../platform/i18n/use-translation.ts'
import { useModels } from '../../../../platform/models-store.ts'
import { useAssistants } from '../../../../platform/prompts/assistants-store.ts'
import { usePrompts } from '../../../../platform/prompts/prompts-store.ts'
import { useChatOffers, useOfferedChats } from '../../actions/offered-chats.ts'
import { useOffers } from '../../actions/offers-store.ts'
import { type MenuEntry, matching, useMenu } from '../../state/menu-store.ts'
import classes from './ComposerMenu.module.css'
import { assistantEntries, chatEntries, libraryEntries, manageEntry, promptEntries } from './menu-entries.ts'
import { modelEntries } from './model-entries.ts'

/** Id of the list, for the field that controls it. */
export const menuId = 'composer-menu'

export const optionId = (at: number): string => `${menuId}-${at}`

const none: readonly MenuEntry[] = []

/** Returns the entries that the menu shows now; none while it is closed. */
export function useMenuEntries(): readonly MenuEntry[] {
  const query = useMenu((state) => state.query)
  const offers = useOffers((state) => state.offers)
  const prompts = usePrompts()
  const { t } = useTranslation()
  const offered = useMenu((state) => state.offered)
  const assistants = useAssistants()
  const chats = useOfferedChats((state) => state.chats)
  const all = useMemo(() => {
    switch (offered) {
      case 'prompts':
        return [...libraryEntries(prompts), ...promptEntries(offers), manageEntry(t, 'prompts')]
      case 'assistants':
        return [...assistantEntries(assistants), manageEntry(t, 'assistants')]
      default:
        return offered satisfies never
    }
  }, [assistants, offered, offers, prompts, t])
  const models = useModelEntries(offered === 'assistants' ? query : null)
  return useMemo(
    // main found the chats by their titles
    () => (query === null ? none : [...matching(all, query), ...models, ...chatEntries(t, chats)]),
    [all, chats, models, query, t],
  )
}

/** Returns the models that match a query; none without one. */
function useModelEntries(query: string | null): readonly MenuEntry[] {
  const { t } = useTranslation()
  const connections = useApp((state) => state.connections.connections)
  const catalogues = useModels((state) => state.catalogues)
  const marks = useModelMarks()
  return useMemo(
    () => (query === null ? none : modelEntries(t, query, { catalogues, connections, marks })),
    [catalogues, connections, marks, query, t],
  )
}

/** The menu that `/` or `@` opens above the composer. The focus stays in the field. */
export function ComposerMenu() {
  const { t } = useTranslation()
  const offered = useMenu((state) => state.offered)
  useChatOffers()
  const entries = useMenuEntries()
  const at = useMenu((state) => state.at)
  const marked = useRef<HTMLDivElement>(null)
  const shown = Math.min(at, entries.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another entry is marked
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  if (entries.length === 0) return null
  return (
    <div
      className={classes.menu}
      id={menuId}
      role="listbox"
      aria-label={t(offered === 'prompts' ? 'offers.menu' : 'offers.mentions')}
      tabIndex={0}
    >
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
        <div
          key={entry.key}
          id={optionId(index)}
          ref={index === shown ? marked : null}
          role="option"
          tabIndex={-1}
          aria-selected={index === shown}
          className={classes.option}
          // the field keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          onClick={entry.choose}
        >
          <span className={classes.title}>
            {entry.sign === undefined ? null : (
              <i className={classes.sign} aria-hidden="true">
                {entry.sign}
              </i>
            )}
            {entry.title}
          </span>
          {entry.source === '' ? null : <span className={classes.source}>{entry.source}</span>}
          {entry.description === '' ? null : <span className={classes.description}>{entry.description}</span>}
        </div>
      ))}
    </div>
  )
}
