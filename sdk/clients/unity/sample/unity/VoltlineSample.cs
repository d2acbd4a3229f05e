using System;
using System.Collections;
using System.Collections.Generic;
using System.Text;
using UnityEngine;
using Voltline;

/// <summary>Put it on any object of a scene: shows a banner at the bottom and opens it on a tap.</summary>
public sealed class VoltlineSample : MonoBehaviour, IVoltlineTransport
{
    public string server = "https://your.voltline";
    public string apiKey = "YOUR_KEY";
    public long unit = 101;
    public bool test = true;

    private VoltlineClient voltline;
    private Ad ad;
    private Texture2D picture;

    private void Start()
    {
        string platform = Application.platform == RuntimePlatform.IPhonePlayer ? "IOS" : "AOS";
        voltline = new VoltlineClient(server, apiKey, SystemInfo.deviceUniqueIdentifier, platform, this);
        voltline.Session(null, Application.version, answer => { });
        voltline.RequestAd(unit, null, test, answer =>
        {
            // AD_NOTFOUND or another refusal: show nothing.
            if (answer.IsGood) StartCoroutine(Show(answer.Value));
        });
    }

    private IEnumerator Show(Ad loaded)
    {
        var download = new WWW(loaded.Materials[0]);
        yield return download;
        if (!string.IsNullOrEmpty(download.error)) yield break;
        picture = download.texture;
        ad = loaded;
        voltline.Report(ad, VoltlineClient.Impression, answer => { });
    }

    private void OnGUI()
    {
        if (picture == null) return;
        var place = new Rect((Screen.width - 320) / 2, Screen.height - 50, 320, 50);
        if (GUI.Button(place, picture, GUIStyle.none)) Application.OpenURL(ad.ClickUrl);
    }

    /// <summary>WWW has been in Unity since before 5.1; newer projects may use UnityWebRequest instead.</summary>
    public void Send(string url, string apiKeyOfApp, string jsonBody, Action<int, string> done)
    {
        StartCoroutine(SendSoon(url, apiKeyOfApp, jsonBody, done));
    }

    private IEnumerator SendSoon(string url, string apiKeyOfApp, string jsonBody, Action<int, string> done)
    {
        var headers = new Dictionary<string, string> { { "X-Api-Key", apiKeyOfApp } };
        byte[] body = null;
        if (jsonBody != null)
        {
            headers["Content-Type"] = "application/json";
            body = Encoding.UTF8.GetBytes(jsonBody);
        }
        var request = new WWW(url, body, headers);
        yield return request;
        // WWW has the status in the first header line; a refusal still has its body.
        string status;
        bool answered = request.responseHeaders.TryGetValue("STATUS", out status) && status.Length >= 12;
        int code;
        done(answered && int.TryParse(status.Substring(9, 3), out code) ? code : 0, request.text);
    }
}
