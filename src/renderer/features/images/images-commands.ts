import { Cpu, Image } from 'lucide-react'
import { isUnderWay, needsAttention } from '../../../shared/job-phase.ts'
import { useModKey } from '../../platform/app-store.ts'
import { type Badge, type Command, jobBadge } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useModels } from '../../platform/models-store.ts'
import { useNavigation } from '../../platform/navigation.ts'
import { changeForm } from './form-draft.ts'
import { setFilter } from './gallery-actions.ts'
import { generate } from './generate.ts'
import { closeImage, focusPrompt, showForm } from './studio-actions.ts'
import { useStudio } from './studio-store.ts'
import { useImageTarget } from './target.ts'

/** Returns the image studio's commands for the palette. */
export function useImagesCommands(): readonly Command[] {
  const { t } = useTranslation()
  const mod = useModKey()
  const shown = useNavigation((state) => state.panel === 'images')
  const { connection } = useImageTarget()
  const catalogues = useModels((state) => state.catalogues)
  const action = (id: string, label: string, run: () => void, shortcut: string | null = null): Command => ({
    id: `images.${id}`,
    group: 'actions',
    label,
    hint: '',
    icon: Image,
    shortcut,
    panel: 'images',
    run,
  })
  const models = connection === null ? [] : (catalogues[connection.id]?.models ?? [])
  return [
    action('prompt', t('images.commands.prompt'), focusPrompt),
    ...(shown
      ? [action('generate', t('images.commands.generate'), () => void generate(), `${mod}+${t('shortcuts.enter')}`)]
      : []),
    action('model', t('images.commands.model'), () => {
      showForm()
      useStudio.setState({ pickerOpen: true })
    }),
    action('favourites', t('images.commands.favourites'), () => {
      closeImage()
      setFilter({ favourite: true, collectionId: null })
    }),
    action('edit', t('images.commands.edit'), () => {
      showForm()
      useStudio.setState((state) => ({ chooseFile: state.chooseFile + 1 }))
    }),
    ...models
      .filter((model) => model.kind === 'image')
      .map(
        (model): Command => ({
          id: `image-model.${model.id}`,
          group: 'models',
          label: model.id,
          hint: `${connection?.name ?? ''} · ${t('images.panel')}`,
          icon: Cpu,
          shortcut: null,
          panel: 'images',
          run: () => {
            changeForm({ type: 'changed', change: { connectionId: connection?.id ?? null, model: model.id } })
            focusPrompt()
          },
        }),
      ),
  ]
}

/** Returns the badge of the images: running jobs, and those that need the user. */
export function useImagesBadge(): Badge | null {
  const { t } = useTranslation()
  const running = useStudio((state) => state.jobs.jobs.filter(({ status }) => isUnderWay(status)).length)
  const attention = useStudio((state) => state.jobs.jobs.filter(({ status }) => needsAttention(status)).length)
  return jobBadge(t, attention, running === 0 ? null : t('images.running', { count: running }))
}
