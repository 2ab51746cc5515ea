/** Every rule of `diff`, in the order of the documentation and of `explain`. To add a rule, add its file and a line here. */

import { additionalPropertiesClosed } from "./rules/additional-properties-closed.js";
import { additionalPropertiesOpened } from "./rules/additional-properties-opened.js";
import { boundsLoosened } from "./rules/bounds-loosened.js";
import { boundsTightened } from "./rules/bounds-tightened.js";
import { capabilityAdded } from "./rules/capability-added.js";
import { capabilityRemoved } from "./rules/capability-removed.js";
import { conditionAdded } from "./rules/condition-added.js";
import { conditionRemoved } from "./rules/condition-removed.js";
import { valuesNarrowed } from "./rules/values-narrowed.js";
import { valuesWidened } from "./rules/values-widened.js";
import { constChanged } from "./rules/const-changed.js";
import { contentChanged } from "./rules/content-changed.js";
import { defaultChanged } from "./rules/default-changed.js";
import { definitionAdded } from "./rules/definition-added.js";
import { definitionMoved } from "./rules/definition-moved.js";
import { definitionRemoved } from "./rules/definition-removed.js";
import { deprecated } from "./rules/deprecated.js";
import { descriptionChanged } from "./rules/description-changed.js";
import { enumClosed } from "./rules/enum-closed.js";
import { enumNarrowed } from "./rules/enum-narrowed.js";
import { enumOpened } from "./rules/enum-opened.js";
import { enumWidened } from "./rules/enum-widened.js";
import { errorAdded } from "./rules/error-added.js";
import { errorChanged } from "./rules/error-changed.js";
import { errorRemoved } from "./rules/error-removed.js";
import { extensionAdded } from "./rules/extension-added.js";
import { extensionRemoved } from "./rules/extension-removed.js";
import { formatChanged } from "./rules/format-changed.js";
import { nullAllowed } from "./rules/null-allowed.js";
import { nullRefused } from "./rules/null-refused.js";
import { operationAdded } from "./rules/operation-added.js";
import { operationRemoved } from "./rules/operation-removed.js";
import { parameterAdded } from "./rules/parameter-added.js";
import { parameterOptional } from "./rules/parameter-optional.js";
import { parameterRemoved } from "./rules/parameter-removed.js";
import { parameterRequired } from "./rules/parameter-required.js";
import { parentChanged } from "./rules/parent-changed.js";
import { pathParameterRenamed } from "./rules/path-parameter-renamed.js";
import { patternAdded } from "./rules/pattern-added.js";
import { patternChanged } from "./rules/pattern-changed.js";
import { patternRemoved } from "./rules/pattern-removed.js";
import { propertyAdded } from "./rules/property-added.js";
import { propertyRemoved } from "./rules/property-removed.js";
import { requestMediaTypeChanged } from "./rules/request-media-type-changed.js";
import { requiredAdded } from "./rules/required-added.js";
import { requiredRemoved } from "./rules/required-removed.js";
import { requiresChanged } from "./rules/requires-changed.js";
import { responseBodyAdded } from "./rules/response-body-added.js";
import { responseBodyRemoved } from "./rules/response-body-removed.js";
import { responseHeaderAdded } from "./rules/response-header-added.js";
import { responseHeaderRemoved } from "./rules/response-header-removed.js";
import { responseMediaTypeChanged } from "./rules/response-media-type-changed.js";
import { routeChanged } from "./rules/route-changed.js";
import { securityChanged } from "./rules/security-changed.js";
import { serversChanged } from "./rules/servers-changed.js";
import { statusAdded } from "./rules/status-added.js";
import { statusRemoved } from "./rules/status-removed.js";
import { transitionAnnounced } from "./rules/transition-announced.js";
import { transitionCarriedOut } from "./rules/transition-carried-out.js";
import { tupleChanged } from "./rules/tuple-changed.js";
import { typeChanged } from "./rules/type-changed.js";
import { typeNarrowed } from "./rules/type-narrowed.js";
import { typeWidened } from "./rules/type-widened.js";
import { undeprecated } from "./rules/undeprecated.js";
import { unionBranchAdded } from "./rules/union-branch-added.js";
import { unionBranchRemoved } from "./rules/union-branch-removed.js";
import { uniqueItemsAdded } from "./rules/unique-items-added.js";
import { uniqueItemsRemoved } from "./rules/unique-items-removed.js";
import { versionChanged } from "./rules/version-changed.js";
import { visibilityChanged } from "./rules/visibility-changed.js";

export const RULES = Object.freeze([
  capabilityAdded,
  capabilityRemoved,
  extensionAdded,
  extensionRemoved,
  parentChanged,
  requiresChanged,
  versionChanged,
  operationAdded,
  operationRemoved,
  routeChanged,
  pathParameterRenamed,
  serversChanged,
  parameterAdded,
  parameterRemoved,
  parameterRequired,
  parameterOptional,
  statusAdded,
  statusRemoved,
  errorAdded,
  errorRemoved,
  errorChanged,
  responseBodyAdded,
  responseBodyRemoved,
  requestMediaTypeChanged,
  responseMediaTypeChanged,
  securityChanged,
  responseHeaderAdded,
  responseHeaderRemoved,
  requiredAdded,
  requiredRemoved,
  propertyAdded,
  propertyRemoved,
  visibilityChanged,
  transitionAnnounced,
  transitionCarriedOut,
  typeChanged,
  typeNarrowed,
  typeWidened,
  nullAllowed,
  nullRefused,
  constChanged,
  enumNarrowed,
  enumWidened,
  enumClosed,
  enumOpened,
  boundsTightened,
  boundsLoosened,
  patternAdded,
  patternRemoved,
  patternChanged,
  formatChanged,
  contentChanged,
  additionalPropertiesClosed,
  additionalPropertiesOpened,
  tupleChanged,
  uniqueItemsAdded,
  uniqueItemsRemoved,
  unionBranchAdded,
  unionBranchRemoved,
  conditionAdded,
  conditionRemoved,
  valuesNarrowed,
  valuesWidened,
  defaultChanged,
  deprecated,
  undeprecated,
  descriptionChanged,
  definitionMoved,
  definitionAdded,
  definitionRemoved,
] as const);

/** `required-added`. */
export type RuleId = (typeof RULES)[number]["id"];
