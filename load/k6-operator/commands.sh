#!/bin/sh
# Offers the load of a capacity run in a cluster with the k6-operator, step by step, and judges it. plan.env describes the run.
# However the script ends, it removes from the cluster everything that it made.
#   SCHEDULING_SECONDS (300): how long pods may take to start
#   STORECHECK: how to call storecheck, if not like the command that wrote plan.env
# Exit code: 0 fits, 1 does not fit, 3 not proven, 2 refused before anything was made, 130 after Ctrl-C, 143 after SIGTERM,
# 129 after the terminal was closed.
set -u
here=$(dirname -- "$0")
# shellcheck source=/dev/null
. "$here/plan.env" || exit 2
# The paths are relative to the folder in which the plan was written.
CDPATH='' cd -- "$here/$written_in" || exit 2
scheduling=${SCHEDULING_SECONDS:-300}

# Every call goes to the context that is current at the start. Without a context, kubectl uses the cluster that it runs in.
context=$(kubectl config current-context 2>/dev/null)
cluster() { kubectl ${context:+--context "$context"} "$@"; }
namespace=${namespace:-$(cluster config view --minify -o 'jsonpath={..namespace}' 2>/dev/null)}
namespace=${namespace:-default}

# shellcheck disable=SC2086
storecheck() { if [ -n "${STORECHECK:-}" ]; then command $STORECHECK "$@"; else planned_storecheck "$@"; fi; }
kube() { cluster --namespace "$namespace" --request-timeout=30s "$@"; }
problem() { problems=1; printf 'commands.sh: %s\n' "$1" >&2; }
now() { date +%s; }

# Prints the lines of the Secret: names, numbered within each plan, and keys.
keys() {
  sources | while read -r plan kind name; do
    { if [ "$kind" = file ]; then awk 1 <"$name"; else printenv "$name"; fi; } | tr -d '\r' | awk -v plan="$plan" 'NF { print plan, $1 }'
  done | awk '{ print $1 "#" ++n[$1] "=" $2 }'
}
planned_secret() {
  cluster create secret generic "$secret" --from-file=keys=/dev/stdin ${client_certificate:+"--from-file=client.crt=$client_certificate" "--from-file=client.key=$client_key"} --dry-run=client -o yaml |
    cluster label --local -f - app.kubernetes.io/name=storecheck app.kubernetes.io/component=capacity -o yaml
}

# Prints the objects of this run in the cluster. Fails if they are unknown.
left_over() {
  for one in $test_runs; do kube get "testrun/$one" --ignore-not-found -o name || return; done
  kube get "secret/$secret" "configmap/$config_map" --ignore-not-found -o name || return
  kube get pods -l "k6_cr in ($(printf '%s' "$test_runs" | tr ' ' ','))" --field-selector=status.phase!=Succeeded,status.phase!=Failed -o name
}

# Prints the commands with which the user can remove the run from the cluster.
delete_commands() {
  at="kubectl ${context:+--context '$context' }-n $namespace delete --ignore-not-found"
  printf 'Run: %s testruns %s --cascade=foreground --wait=false\nRun: %s secret/%s configmap/%s\n' "$at" "$test_runs" "$at" "$secret" "$config_map" >&2
}

# Runs at the end, whatever ended the script. Deleting a TestRun in the foreground deletes its jobs and pods first.
clean_up() {
  code=$?
  trap - EXIT
  trap '' INT TERM HUP
  [ "$code" -lt 129 ] || printf '\nInterrupted: there is no verdict, and the requests of this step are not in the folder.\n' >&2
  printf '\nRemoving the TestRuns, the Secret and the ConfigMap.\n' >&2
  until=$(($(now) + 90))
  while :; do
    # shellcheck disable=SC2086
    kube delete testruns $test_runs --ignore-not-found --cascade=foreground --wait=false >/dev/null
    kube delete "secret/$secret" "configmap/$config_map" --ignore-not-found --wait=false >/dev/null
    if left=$(left_over) && [ -z "$left" ]; then
      printf 'Nothing is left in namespace %s.\n' "$namespace" >&2
      exit "$code"
    fi
    [ "$(now)" -lt "$until" ] || break
    sleep 2
  done
  printf 'Could not remove everything. Left: %s\n' "${left:-unknown}" >&2
  delete_commands
  [ "$code" -ne 0 ] || code=3
  exit "$code"
}

# Prints a heading, and each pod that did not end with exit code 0.
failed_pods() {
  kube get pods -l "k6_cr=$name" -o 'custom-columns=POD:.metadata.name,NODE:.spec.nodeName,PHASE:.status.phase,REASON:.status.reason,WAITING:.status.containerStatuses[*].state.waiting.reason,ENDED:.status.containerStatuses[*].state.terminated.reason,EXIT:.status.containerStatuses[*].state.terminated.exitCode' | awk '$NF != "0"'
}

# Shows the failed pods, the events and the last log lines, and keeps them in the folder.
show_pods() {
  {
    failed=$(failed_pods)
    printf '%s\n' "$failed"
    kube get events --sort-by=.metadata.creationTimestamp -o 'custom-columns=OBJECT:.involvedObject.name,REASON:.reason,MESSAGE:.message' | grep -E "^(OBJECT|$name)" | tail -n 20
    for pod in $(printf '%s\n' "$failed" | awk 'NR > 1 { print $1 }'); do
      lines=$(kube logs "$pod" --all-containers --tail=50 2>&1 | grep -v '^{"v":1,' | tail -n 5 | cut -c 1-300)
      [ -z "$lines" ] || printf 'last lines of %s:\n%s\n' "$pod" "$lines"
    done
  } 2>&1 | tee "$folder/$name.pods.txt" >&2
}
trouble() {
  printf '\ncommands.sh: %s\n' "$1" >&2
  show_pods
  exit 3
}

# Ends the script if the pods cannot start: refused, no image, or failed before the load.
check_pods() {
  if kube get events --field-selector reason=FailedCreate -o 'jsonpath={range .items[*]}{.involvedObject.name}{"\n"}{end}' 2>/dev/null | grep -q "^$name-"; then
    trouble "the cluster refused pods of $name"
  fi
  waiting=$(kube get pods -l "k6_cr=$name" -o 'jsonpath={.items[*].status.containerStatuses[*].state.waiting.reason}' 2>/dev/null | tr ' ' '\n' | sort -u)
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

# Offers one step, collects its journals, and judges all steps so far: NUMBER NAME SECONDS LEVEL RATE…, as in plan.env.
step() {
  number=$1 name=$2 seconds=$3 level=$4
  shift 4
  stage=unknown
  begun=
  printf '\n%s %% of the projected peak: %s\n' "$level" "$*"
  deadline=$(($(now) + scheduling))
  kubectl kustomize "$folder" | sed "s/NOT_AFTER=0/NOT_AFTER=$deadline/" | kube create -f - -l "app.kubernetes.io/instance=$name" ||
    trouble "TestRun $name was not created"
  while :; do
    sleep 2
    # A failed query is repeated until the deadline.
    answer=$(kube get testrun "$name" -o 'jsonpath={.status.stage}') && stage=$answer
    case "$stage" in
      # Once all pods have ended, the operator sets stopped, and finished a moment later.
      stopped | finished) break ;;
      error) trouble "TestRun $name is in stage $stage" ;;
      started) [ -n "$begun" ] || { begun=1; deadline=$(($(now) + seconds)); } ;;
    esac
    check_pods
    [ "$(now)" -lt "$deadline" ] || {
      [ -n "$stage" ] || trouble "the operator did not pick up the TestRun: is it running, and does it watch namespace $namespace?"
      [ -n "$begun" ] || trouble "the pods of $name did not start within $scheduling s (SCHEDULING_SECONDS; stage: $stage)"
      trouble "TestRun $name did not finish in time (stage: $stage)"
    }
  done
  cut=
  for i in $pods; do
    journal=$folder/step-$number.instance-$i.ndjson
    kube --request-timeout=300s logs -l "job-name=$name-$i" -c k6 --tail=-1 | grep '^{"v":1,' >"$journal" || rm -f "$journal"
    grep -qs '"kind":"experiment"' "$journal" || cut="$cut $i"
  done
  # Without new journals, the verdict would be that of the previous step.
  ls "$folder/step-$number".instance-*.ndjson >/dev/null 2>&1 || trouble "no pod of $name recorded anything"
  [ -z "$cut" ] || printf 'commands.sh: the journals of these instances are missing or cut off:%s\n' "$cut" >&2
  [ -z "$cut" ] && [ "$(failed_pods | wc -l)" -le 1 ] || show_pods
  next=$(steps | sed -n "$((number + 1))p" | cut -d ' ' -f 4)
  if [ -z "$next" ]; then
    judge
    return
  fi
  judge --quiet --reporter terminal >/dev/null
  if grep -Eq '"verdict": "(beyond|invalid)"|"swamped": true' "$folder/results.json"; then
    printf 'No further step is offered: the last one was beyond an objective, invalid, or kept all requests waiting.\n'
    judge
    exit "$code"
  fi
  case $(grep -Eo '"verdict": "(within|open)"' "$folder/results.json" | tail -n 1) in
    *within*) verdict=fits ;;
    *) verdict='not proven' ;;
  esac
  printf '%s %%: %s; next step %s %%\n' "$level" "$verdict" "$next"
}

# All problems are listed before anything is made.
problems=
storecheck --version >/dev/null 2>&1 || problem "storecheck does not start: set the variable STORECHECK to the command that calls it"
[ -d "$folder" ] || problem "$folder is missing: run this script where the plan was written"
for one in "$folder/started" "$folder/results.json" "$folder"/step-*.ndjson; do
  [ ! -e "$one" ] || { problem "$one exists: this folder was used before. Write a new plan with storecheck capacity --distribute k6-operator"; break; }
done
unread=$({ sources; printf 'certificate file %s\n' ${client_certificate:+"$client_certificate" "$client_key"}; } | while read -r plan kind name; do
  case $kind in
    file) [ -z "$name" ] || [ -r "$name" ] || printf 'file %s cannot be read; ' "$name" ;;
    env) [ -n "$(printenv "$name")" ] || printf 'variable %s holds no keys; ' "$name" ;;
  esac
done)
[ -z "$unread" ] || problem "${unread%; }"
if [ -z "$problems" ]; then
  found=$(keys | wc -l)
  [ "$found" -eq "$keys_needed" ] || problem "the key files and variables hold $found keys; the plan needs $keys_needed"
fi
server=$(cluster config view --minify -o 'jsonpath={.clusters[0].cluster.server}' 2>/dev/null)
[ -z "$server" ] || server="$server ($context)"
printf 'cluster    %s\n' "${server:-none reachable}"
printf 'namespace  %s\n' "$namespace"
if ! command -v kubectl >/dev/null; then
  problem "kubectl is not on the PATH"
elif ! answer=$(kube get --raw /version 2>&1 >/dev/null); then
  problem "the cluster cannot be reached: $(printf '%s\n' "$answer" | tail -n 1)"
elif ! kube get --raw /apis/k6.io/v1alpha1 2>/dev/null | grep -q '"testruns"'; then
  problem "the k6-operator is not installed (no testruns.k6.io)"
else
  missing=
  while read -r verb kind more; do
    # shellcheck disable=SC2086
    [ "$(kube auth can-i "$verb" "$kind" $more 2>/dev/null </dev/null)" = yes ] || missing="$missing${missing:+, }$verb $kind${more:+ $more}"
  done <<END
create testruns.k6.io
get testruns.k6.io
list testruns.k6.io
delete testruns.k6.io
create secrets
get secrets
delete secrets
create configmaps
get configmaps
delete configmaps
get pods
list pods
list events
get pods --subresource=log
END
  [ -z "$missing" ] || problem "not allowed in namespace $namespace: $missing"
  if left=$(left_over 2>/dev/null) && [ -n "$left" ]; then
    problem "this run is in the cluster already: $(printf '%s' "$left" | tr '\n' ' '). If no commands.sh runs elsewhere, remove it:"
    delete_commands
  fi
fi
[ -z "$problems" ] || { printf 'Nothing was made or sent.\n' >&2; exit 2; }

# From here on everything is removed at the end, also after Ctrl-C.
mkdir "$folder/started" || exit 2
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
code=3
# The keys pass through a pipe: no file, argument or manifest holds one.
keys | planned_secret | kube create -f - || exit 3
kubectl kustomize "$folder" | kube create -f - -l "app.kubernetes.io/instance=$config_map" || exit 3
while read -r one <&3; do
  # shellcheck disable=SC2086
  step $one
done 3<<END
$(steps)
END
exit "$code"
