import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { knowledgeCalls } from '../../../shared/ipc/knowledge-calls.ts'
import type { KnowledgeService } from './knowledge-service.ts'

/** Handlers of the calls about collections. */
export function knowledgeHandlers(service: KnowledgeService): HandlersOf<typeof knowledgeCalls> {
  return {
    'knowledge.list': () => service.listCollections(),
    'knowledge.create': (input) => service.create(input),
    'knowledge.rename': (input) => service.rename(input),
    'knowledge.delete': (input) => service.deleteCollection(input),
    'knowledge.restore': (input) => service.restoreCollection(input),
    'knowledge.addFiles': (input) => service.addFiles(input),
    'knowledge.addFolder': (input) => service.addFolder(input),
    'knowledge.addItems': (input) => service.addItems(input),
    'knowledge.removeSource': (input) => service.removeSource(input),
    'knowledge.restoreSource': (input) => service.restoreSource(input),
    'knowledge.readAgain': (input) => service.readAgain(input),
    'knowledge.find': (input) => service.findPassages(input),
    'knowledge.citations': (input) => service.citations(input),
    'knowledge.open': (input) => service.openCitation(input),
  }
}
