import { RefreshCw } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ChatTarget } from '../../../shared/chat.ts'
import type { Connection } from '../../../shared/connection.ts'
import type { Model, ModelKind } from '../../../shared/model.ts'
import { useApp, useLanguage } from '../../platform/app-store.ts'
import { errorTitle } from '../../platform/errors/error-title.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { loadModels, useModels } from '../../platform/models-store.ts'
import { Button } from '../Button.tsx'
import { swallowRepeat } from '../forms/swallow-repeat.ts'
import { IconButton } from '../IconButton.tsx'
import { relativeTime } from '../words/time-words.ts'
import { ModelDetails } from './ModelDetails.tsx'
import classes from './ModelList.module.css'
import { ModelOptions, type ModelSection, type PickOption } from './ModelOptions.tsx'
import { chooseModels } from './model-groups.ts'
import { noteUse, useElsewhere, useModelMarks } from './model-marks.ts'

const noModels: readonly Model[] = []

interface ModelListProps {
  readonly connection: Connection | null
  readonly model: string
  /** Further selected models; present if several can be selected. */
  readonly others?: readonly ChatTarget[]
  /** The wanted kind of model; others are listed separately. */
  readonly kind: ModelKind
  /**
   * Converts the catalogue's models to the offered ones, if these differ. It must be the same function at every render.
   */
  readonly offer?: (models: readonly Model[]) => readonly Model[]
  readonly onChoose: (connectionId: string, model: string) => void
  readonly onClose: () => void
}

/** The catalogue as a searchable list. Any other model can be used by typing its name. */
export function ModelList({ connection, model, others, kind, offer, onChoose, onClose }: ModelListProps) {
  const { t } = useTranslation()
  const connections = useApp((state) => state.connections.connections)
  // viewing another connection's models does not select anything yet
  const [viewed, setViewed] = useState(connection?.id ?? null)
  const catalogue = useModels((state) => (viewed === null ? undefined : state.catalogues[viewed]))
  const asking = useModels((state) => viewed !== null && state.asking.includes(viewed))
  const [query, setQuery] = useState('')
  const [unfolded, setUnfolded] = useState(false)
  // null until an arrow key moves the mark
  const [at, setAt] = useState<number | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (viewed !== null) void loadModels(viewed, false)
  }, [viewed])

  const { favourites, used } = useModelMarks()
  // the state at opening, so that a choice does not move the rows under the pointer
  const [usedBefore] = useState(used)
  const marks = useMemo(() => ({ favourites, used: usedBefore }), [favourites, usedBefore])
  const choice = useMemo(() => {
    const models = catalogue?.models ?? noModels
    return chooseModels(offer === undefined ? models : offer(models), query, kind, marks)
  }, [catalogue, query, kind, marks, offer])
  const elsewhere = useElsewhere(choice.typed, viewed)
  const showOthers = unfolded || query.trim() !== ''
  const options = useMemo((): readonly PickOption[] => {
    const listed = choice.groups.flatMap((group) =>
      group.models.map((entry) => ({ kind: 'model' as const, model: entry, family: group.family })),
    )
    const others = choice.others.map((entry) => ({ kind: 'model' as const, model: entry, family: null }))
    const fold =
      choice.others.length > 0 && !showOthers ? [{ kind: 'unfold' as const, count: choice.others.length }] : []
    const typed = choice.typed === null ? [] : [{ kind: 'typed' as const, id: choice.typed }]
    const inSection = (models: readonly Model[], section: ModelSection) =>
      models.map((entry) => ({ kind: 'model' as const, model: entry, family: '', section }))
    return [
      ...inSection(choice.favourites, 'favourites'),
      ...inSection(choice.recent, 'recent'),
      ...listed,
      ...(showOthers ? others : fold),
      ...elsewhere,
      ...inSection(choice.near, 'near'),
      // last, so that Enter selects a listed model rather than a typing error
      ...typed,
    ]
  }, [choice, elsewhere, showOthers])
  // while the first list is loading, a name cannot be known to be missing from it
  const isEarly = asking && catalogue === undefined && options[0]?.kind === 'typed'
  const active = Math.min(at ?? (isEarly ? -1 : 0), options.length - 1)
  // a single mark: the last pointer position, or else the keyboard position
  const marked = pointed !== null && pointed < options.length ? pointed : active

  const chosen = [{ connectionId: connection?.id, model }, ...(others ?? [])]
    .filter(({ connectionId }) => connectionId === viewed)
    .map((target) => target.model)

  const pick = (option: PickOption | undefined) => {
    if (option === undefined || viewed === null) return
    switch (option.kind) {
      case 'model':
        noteUse(option.model.id)
        onChoose(viewed, option.model.id)
        return
      case 'elsewhere':
        noteUse(option.id)
        onChoose(option.connectionId, option.id)
        return
      case 'typed':
        onChoose(viewed, option.id)
        return
      case 'unfold':
        setUnfolded(true)
        return
      default:
        option satisfies never
    }
  }

  const keys = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const last = options.length - 1
    const jump = { ArrowDown: marked + 1, ArrowUp: marked - 1, PageDown: marked + 8, PageUp: marked - 8 }[event.key]
    if (jump !== undefined) {
      event.preventDefault()
      setPointed(null)
      setAt(Math.min(Math.max(jump, 0), last))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // the list closes, and a second Enter would press the newly focused control
      if (options[marked]?.kind !== 'unfold') swallowRepeat(null)
      pick(options[marked])
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
  }

  return (
    <>
      <input
        autoComplete="off"
        ref={input}
        data-autofocus
        className={classes.search}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={marked >= 0 ? `${listId}-${marked}` : undefined}
        aria-label={t('models.search')}
        placeholder={t('models.search')}
        spellCheck={false}
        value={query}
        maxLength={300}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setAt(null)
          setPointed(null)
        }}
        onKeyDown={keys}
      />
      {connections.length > 1 ? (
        <ConnectionSwitch
          connections={connections}
          viewed={viewed}
          onView={(id) => {
            setViewed(id)
            setAt(null)
            setPointed(null)
            input.current?.focus()
          }}
        />
      ) : null}
      {options.length === 0 && !asking ? (
        <p className={classes.empty}>{query === '' ? t('models.empty') : t('models.noMatch')}</p>
      ) : null}
      <ModelOptions
        id={listId}
        options={options}
        marked={marked}
        active={active}
        kind={kind}
        chosen={chosen}
        isMultiple={others !== undefined}
        onPick={pick}
        onPoint={setPointed}
      />
      <MarkedDetails viewed={viewed} option={options[active]} />
      <CatalogueNote viewed={viewed} asking={asking} />
    </>
  )
}

/** Details of the marked model of a connection. */
function MarkedDetails({ viewed, option }: { viewed: string | null; option: PickOption | undefined }) {
  if (viewed === null || option?.kind !== 'model') return null
  return <ModelDetails key={`${viewed}\n${option.model.id}`} connectionId={viewed} model={option.model.id} />
}

function CatalogueNote({ viewed, asking }: { viewed: string | null; asking: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const catalogue = useModels((state) => (viewed === null ? undefined : state.catalogues[viewed]))
  const failure = useModels((state) => state.error)
  if (viewed === null) return null
  const error = catalogue?.error ?? failure
  const seen =
    catalogue === undefined || catalogue.fetchedAt === null
      ? t('models.never')
      : t('models.updated', { when: relativeTime(t, language, catalogue.fetchedAt, Date.now()) })
  const words = asking
    ? t('models.refreshing')
    : error === null
      ? seen
      : t('models.stale', { reason: errorTitle(t, error) })
  return (
    <div className={classes.foot}>
      <span role="status" data-stale={error !== null || undefined}>
        {words}
      </span>
      <IconButton
        icon={RefreshCw}
        words={t('models.refresh')}
        iconSize={15}
        size="small"
        disabled={asking}
        onClick={() => void loadModels(viewed, true)}
      />
    </div>
  )
}

interface ConnectionSwitchProps {
  readonly connections: readonly Connection[]
  readonly viewed: string | null
  readonly onView: (id: string) => void
}

/** A control to select the connection with the models to list. */
function ConnectionSwitch({ connections, viewed, onView }: ConnectionSwitchProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.connections} aria-label={t('models.connection')}>
      {connections.map((connection) => (
        <Button
          kind="plain"
          key={connection.id}
          aria-pressed={connection.id === viewed}
          onClick={() => onView(connection.id)}
        >
          {connection.name}
        </Button>
      ))}
    </fieldset>
  )
}
