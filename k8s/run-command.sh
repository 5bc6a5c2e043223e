#!/usr/bin/env bash
# Runs a command of a service once, in a pod with the image, the settings and the network of its deployment, also while that is scaled to
# 0. Ends with the command's exit code.
# Usage: k8s/run-command.sh DEPLOYMENT PROGRAM [ARGUMENT...], such as k8s/run-command.sh notifier walkon.mjs dead-letters list
set -euo pipefail
deployment=${1:?DEPLOYMENT PROGRAM} program=${2:?DEPLOYMENT PROGRAM}
namespace=${NAMESPACE:-walkon}
job="$(basename "$program" .mjs)-$(date +%s)"
arguments=$(printf ',"%s"' "${@:2}")

template=$(kubectl get deployment "$deployment" --namespace "$namespace" --output jsonpath='{.spec.template}')
# Without the probes that would end it; the probe of readiness stays, so that no request is led to it.
printf '{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"%s","namespace":"%s"},"spec":{"backoffLimit":0,"ttlSecondsAfterFinished":86400,"template":%s}}' \
  "$job" "$namespace" "$template" |
  kubectl patch --local --filename - --type json --output json --patch "[
    {\"op\":\"add\",\"path\":\"/spec/template/spec/restartPolicy\",\"value\":\"Never\"},
    {\"op\":\"add\",\"path\":\"/spec/template/spec/containers/0/args\",\"value\":[${arguments:1}]},
    {\"op\":\"remove\",\"path\":\"/spec/template/spec/containers/0/livenessProbe\"},
    {\"op\":\"remove\",\"path\":\"/spec/template/spec/containers/0/startupProbe\"}]" |
  kubectl create --filename - >/dev/null
kubectl logs --namespace "$namespace" --follow --pod-running-timeout=5m "job/$job"
kubectl wait --namespace "$namespace" --for=condition=complete --timeout=1m "job/$job" >/dev/null
