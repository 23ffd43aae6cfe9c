/** What a person needs to be allowed to do in the namespace. */
const PERMISSIONS = [
  ...['create', 'get', 'list', 'delete'].map((verb) => `${verb} testruns.k6.io`),
  ...['secrets', 'configmaps'].flatMap((kind) => ['create', 'get', 'delete'].map((verb) => `${verb} ${kind}`)),
  ...['get pods', 'list pods', 'list events', 'get pods --subresource=log'],
];

interface Needed {
  /** Files with keys and certificates, as words of the shell. */
  readonly files: readonly string[];
  readonly variables: readonly string[];
  readonly owned: readonly { readonly plan: string; readonly keys: number }[];
}

/** Everything that must hold before anything is made: all problems are listed, and the script ends with 2. */
export function checks({ files, variables, owned }: Needed): string {
  const keys = owned.reduce((sum, one) => sum + one.keys, 0);
  const plans = owned.map(({ plan }) => plan).join(', ');
  return `
problems=
storecheck --version >/dev/null 2>&1 || problem "storecheck does not start: set the variable STORECHECK to the command that calls it"
[ -d "$folder" ] || problem "$folder is missing: run this script where the plan was written"
for one in "$folder/started" "$folder/results.json" "$folder"/step-*.ndjson; do
  [ ! -e "$one" ] || { problem "$one exists: this folder was used before. Write a new plan with storecheck capacity --distribute k6-operator"; break; }
done
${files.map((file) => `[ -r ${file} ] || problem "file cannot be read: "${file}`).join('\n')}
${variables.map((name) => `[ -n "\${${name}:-}" ] || problem "variable ${name} holds no keys"`).join('\n')}
if [ -z "$problems" ]; then
  found=$(keys | wc -l)
  [ "$found" -eq ${keys} ] || problem "the key files and variables hold $found keys; the plan needs ${keys} of ${plans}"
fi
server=$(cluster config view --minify -o 'jsonpath={.clusters[0].cluster.server}' 2>/dev/null)
[ -z "$server" ] || server="$server ($context)"
printf 'cluster    %s\\n' "\${server:-none reachable}"
printf 'namespace  %s\\n' "$namespace"
if ! command -v kubectl >/dev/null; then
  problem "kubectl is not on the PATH"
elif ! answer=$(kube get --raw /version 2>&1 >/dev/null); then
  problem "the cluster cannot be reached: $(printf '%s\\n' "$answer" | tail -n 1)"
elif ! kube get --raw /apis/k6.io/v1alpha1 2>/dev/null | grep -q '"testruns"'; then
  problem "the k6-operator is not installed (no testruns.k6.io)"
else
  missing=
  while read -r verb kind more; do
    # shellcheck disable=SC2086
    [ "$(kube auth can-i "$verb" "$kind" $more 2>/dev/null </dev/null)" = yes ] || missing="$missing\${missing:+, }$verb $kind\${more:+ $more}"
  done <<END
${PERMISSIONS.join('\n')}
END
  [ -z "$missing" ] || problem "not allowed in namespace $namespace: $missing"
  if left=$(left_over 2>/dev/null) && [ -n "$left" ]; then
    problem "this run is in the cluster already: $(printf '%s' "$left" | tr '\\n' ' '). If no commands.sh runs elsewhere, remove it:"
    delete_commands
  fi
fi
[ -z "$problems" ] || { printf 'Nothing was made or sent.\\n' >&2; exit 2; }`.replace(/\n{2,}/g, '\n');
}

/** The functions of the script. `notAfter` is the argument in the manifests that the script replaces. */
export function functions(notAfter: string): string {
  const name = notAfter.slice(0, notAfter.indexOf('='));
  return `
kube() { cluster --namespace "$namespace" --request-timeout=30s "$@"; }
problem() { problems=1; printf 'commands.sh: %s\\n' "$1" >&2; }
now() { date +%s; }

# What is still in the cluster. Fails if that is unknown.
left_over() {
  for one in $test_runs; do kube get "testrun/$one" --ignore-not-found -o name || return; done
  kube get "secret/$secret" "configmap/$config_map" --ignore-not-found -o name || return
  kube get pods -l "k6_cr in ($(printf '%s' "$test_runs" | tr ' ' ','))" --field-selector=status.phase!=Succeeded,status.phase!=Failed -o name
}

# The commands that remove the run from the cluster by hand.
delete_commands() {
  at="kubectl \${context:+--context '$context' }-n $namespace delete --ignore-not-found"
  printf 'Run: %s testruns %s --cascade=foreground\\nRun: %s secret/%s configmap/%s\\n' "$at" "$test_runs" "$at" "$secret" "$config_map" >&2
}

# Runs at the end, whatever ended the script. Deleting a TestRun in the foreground deletes its jobs and pods first.
clean_up() {
  code=$?
  trap - EXIT
  trap '' INT TERM HUP
  [ "$code" -ne 130 ] || printf '\\nInterrupted: there is no verdict, and the requests of this step are not in the folder.\\n' >&2
  printf '\\nRemoving the TestRuns, the Secret and the ConfigMap.\\n' >&2
  until=$(($(now) + 90))
  while :; do
    # shellcheck disable=SC2086
    kube delete testruns $test_runs --ignore-not-found --cascade=foreground --wait=false >/dev/null
    kube delete "secret/$secret" "configmap/$config_map" --ignore-not-found --wait=false >/dev/null
    if left=$(left_over) && [ -z "$left" ]; then
      printf 'Nothing is left in namespace %s.\\n' "$namespace" >&2
      exit "$code"
    fi
    [ "$(now)" -lt "$until" ] || break
    sleep 2
  done
  printf 'Could not remove everything. Left: %s\\n' "\${left:-unknown}" >&2
  delete_commands
  [ "$code" -ne 0 ] || code=3
  exit "$code"
}

# A heading, and each pod that did not end with exit code 0.
failed_pods() {
  kube get pods -l "k6_cr=$name" -o 'custom-columns=POD:.metadata.name,NODE:.spec.nodeName,PHASE:.status.phase,REASON:.status.reason,WAITING:.status.containerStatuses[*].state.waiting.reason,ENDED:.status.containerStatuses[*].state.terminated.reason,EXIT:.status.containerStatuses[*].state.terminated.exitCode' | awk '$NF != "0"'
}

# Shows these pods, the events and their last log lines, and keeps them in the folder.
show_pods() {
  {
    failed=$(failed_pods)
    printf '%s\\n' "$failed"
    kube get events --sort-by=.metadata.creationTimestamp -o 'custom-columns=OBJECT:.involvedObject.name,REASON:.reason,MESSAGE:.message' | grep -E "^(OBJECT|$name)" | tail -n 20
    for pod in $(printf '%s\\n' "$failed" | awk 'NR > 1 { print $1 }'); do
      printf 'last lines of %s:\\n' "$pod"
      kube logs "$pod" --all-containers --tail=5 | cut -c 1-300
    done
  } 2>&1 | tee "$folder/$name.pods.txt" >&2
}
trouble() {
  printf '\\ncommands.sh: %s\\n' "$1" >&2
  show_pods
  exit 3
}

# Ends the script if the pods cannot start: refused, no image, or failed before the load.
check_pods() {
  if kube get events --field-selector reason=FailedCreate -o 'jsonpath={range .items[*]}{.involvedObject.name}{"\\n"}{end}' 2>/dev/null | grep -q "^$name-"; then
    trouble "the cluster refused pods of $name"
  fi
  waiting=$(kube get pods -l "k6_cr=$name" -o 'jsonpath={.items[*].status.containerStatuses[*].state.waiting.reason}' 2>/dev/null)
  case "$waiting" in
    *ErrImagePull* | *ImagePullBackOff* | *InvalidImageName* | *ErrImageNeverPull* | *CreateContainer*) trouble "pods of $name cannot start: $waiting" ;;
  esac
  [ "$stage" = started ] || [ -z "$(kube get pods -l "k6_cr=$name,runner=true" --field-selector=status.phase=Failed -o name 2>/dev/null)" ] ||
    trouble "a pod of $name failed before the load began"
}

# Judges all steps so far.
judge() {
  storecheck report "$folder" --judge --write "$@"
  code=$?
  case $code in
    0 | 1 | 3) ;;
    *) trouble "storecheck report ended with $code" ;;
  esac
}

# Offers one step, collects its journals, and judges all steps so far: NUMBER NAME SECONDS TITLE LEVEL [LEVEL OF THE NEXT STEP]
step() {
  name=$2
  stage=unknown
  begun=
  printf '\\n%s\\n' "$4"
  deadline=$(($(now) + scheduling))
  sed "s/${notAfter}/${name}=$deadline/" "$folder/testrun-$1.yaml" | kube create -f - || trouble "TestRun $name was not created"
  while :; do
    sleep 2
    # An answer that fails is asked for again until the deadline.
    answer=$(kube get testrun "$name" -o 'jsonpath={.status.stage}') && stage=$answer
    case "$stage" in
      finished) break ;;
      error | stopped) trouble "TestRun $name is in stage $stage" ;;
      started) [ -n "$begun" ] || { begun=1; deadline=$(($(now) + $3)); } ;;
    esac
    check_pods
    [ "$(now)" -lt "$deadline" ] || {
      [ -n "$stage" ] || trouble "the operator did not pick up the TestRun: is it running, and does it watch namespace $namespace?"
      trouble "TestRun $name did not finish in time (stage: $stage)"
    }
  done
  cut=
  for i in $pods; do
    journal=$folder/step-$1.instance-$i.ndjson
    kube --request-timeout=300s logs -l "job-name=$name-$i" -c k6 --tail=-1 | grep '^{"v":1,' >"$journal" || rm -f "$journal"
    grep -qs '"kind":"experiment"' "$journal" || cut="$cut $i"
  done
  [ -z "$cut" ] || printf 'commands.sh: the journals of these instances are missing or cut off:%s\\n' "$cut" >&2
  [ -z "$cut" ] && [ "$(failed_pods | wc -l)" -le 1 ] || show_pods
  if [ -z "\${6:-}" ]; then
    judge
    return
  fi
  judge --quiet --reporter terminal >/dev/null
  if grep -Eq '"verdict": "(beyond|invalid)"|"swamped": true' "$folder/results.json"; then
    printf 'No further step is offered: the last one was beyond an objective, invalid, or kept all requests waiting.\\n'
    judge
    exit "$code"
  fi
  case $(grep -Eo '"verdict": "(within|open)"' "$folder/results.json" | tail -n 1) in
    *within*) verdict=fits ;;
    *) verdict='not proven' ;;
  esac
  printf '%s: %s; next step %s\\n' "$5" "$verdict" "$6"
}`;
}
